import type { Colour } from './picture.ts';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

export interface ColourSpace {
  name: string;
  /** Linear light to XYZ relative to D65. */
  toXyz: Matrix;
  /** A sample from 0 to 1 to linear light. */
  linear(sample: number): number;
}

const srgbCurve = (sample: number) => (sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4);

/** Matrices from CSS Color Module Level 4, "Sample code for Color Conversions". */
export const COLOUR_SPACES = {
  srgb: {
    name: 'sRGB',
    toXyz: [
      [506752 / 1228815, 87881 / 245763, 12673 / 70218],
      [87098 / 409605, 175762 / 245763, 12673 / 175545],
      [7918 / 409605, 87881 / 737289, 1001167 / 1053270],
    ],
    linear: srgbCurve,
  },
  'display-p3': {
    name: 'Display P3',
    toXyz: [
      [608311 / 1250200, 189793 / 714400, 198249 / 1000160],
      [35783 / 156275, 247089 / 357200, 198249 / 2500400],
      [0, 32229 / 714400, 5220557 / 5000800],
    ],
    linear: srgbCurve,
  },
  'adobe-rgb': {
    name: 'Adobe RGB (1998)',
    toXyz: [
      [573536 / 994567, 263643 / 1420810, 187206 / 994567],
      [591459 / 1989134, 6239551 / 9945670, 374412 / 4972835],
      [53769 / 1989134, 351524 / 4972835, 4929758 / 4972835],
    ],
    linear: (sample) => sample ** (563 / 256),
  },
} as const satisfies Record<string, ColourSpace>;

export type ColourSpaceName = keyof typeof COLOUR_SPACES;

/** D65 to D50, the white of ICC profiles, by Bradford's method (same source). */
const D65_TO_D50: Matrix = [
  [1.0479297925449969, 0.022946870601609652, -0.05019226628920524],
  [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
  [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371],
];

const XYZ_TO_SRGB: Matrix = [
  [12831 / 3959, -329 / 214, -1974 / 3959],
  [-851781 / 878810, 1648619 / 878810, 36519 / 878810],
  [705 / 12673, -2585 / 12673, 705 / 667],
];

const times = (matrix: Matrix, v: Triple): Triple => [
  matrix[0][0] * v[0] + matrix[0][1] * v[1] + matrix[0][2] * v[2],
  matrix[1][0] * v[0] + matrix[1][1] * v[1] + matrix[1][2] * v[2],
  matrix[2][0] * v[0] + matrix[2][1] * v[1] + matrix[2][2] * v[2],
];

/** Primaries for an ICC profile: XYZ relative to D50, one column each. */
export function profilePrimaries({ toXyz }: ColourSpace): Triple[] {
  const columns = ([0, 1, 2] as const).map((i): Triple => [toXyz[0][i], toXyz[1][i], toXyz[2][i]]);
  return columns.map((column) => times(D65_TO_D50, column));
}

/** Light of a colour in linear sRGB: below 0 or above 1 outside of its gamut. */
export function toLinearSrgb(colour: readonly number[], from: ColourSpaceName): Triple {
  const { linear, toXyz }: ColourSpace = COLOUR_SPACES[from];
  const [red, green, blue] = colour.map((sample) => linear(sample / 255)) as [number, number, number];
  return times(XYZ_TO_SRGB, times(toXyz, [red, green, blue]));
}

/** Converts a colour to sRGB, with clipping. */
export function toSrgb(colour: Colour, from: ColourSpaceName): Colour {
  const encoded = toLinearSrgb(colour, from).map((value) => {
    const clipped = Math.min(1, Math.max(0, value));
    return Math.round(255 * (clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055));
  });
  return encoded as [number, number, number];
}
