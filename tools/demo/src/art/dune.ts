import { slump } from './erosion.ts';
import { smoothstep } from './curves.ts';
import { fbm, noise } from './noise.ts';
import { Plane } from './raster.ts';
import { doubled, softened, Terrain } from './terrain.ts';

/** How a field of dunes is laid out. */
export interface DuneField {
  seed: number;
  /** Cells on a side while the sand settles; the land given back has twice as many. */
  cells: number;
  /** Share of the cells to spend, 0 to 1. */
  detail: number;
  /** Metres on a side. */
  span: number;
  /** Metres from crest to crest. */
  spacing: number;
  /** Metres from trough to crest, at most. */
  tall: number;
  /** How far crests wander, in spacings. */
  wander: number;
  /** Direction the wind blows to, radians from east. */
  wind: number;
}

/**
 * Transverse dunes: a long windward back, a sharp crest and a slip face, with crests that wander and join. The slip
 * faces are then let down to the angle of repose of dry sand, 33 degrees.
 */
export function raiseDunes({ seed, cells: fullCells, detail, span, spacing, tall, wander, wind }: DuneField): Terrain {
  const cells = Math.round(fullCells * detail);
  const cell = span / cells;
  const cos = Math.cos(wind) / spacing;
  const sin = Math.sin(wind) / spacing;
  const heights = Plane.from(cells, cells, (cx, cz) => {
    const x = cx * cell;
    const z = cz * cell;
    const along = x * cos + z * sin;
    const across = z * cos - x * sin;
    const bend = fbm(along * 0.35, across * 0.42, seed, { octaves: 3, gain: 0.42 }) * wander;
    let height = 0;
    for (let set = 0; set < 2; set++) {
      const phase = along * (set === 0 ? 1 : 1.73) + bend * (set === 0 ? 1 : 1.4) + across * (set === 0 ? 0.1 : -0.24);
      const part = phase - Math.floor(phase);
      const back = part / 0.74;
      const face = (1 - part) / 0.26;
      // The back is convex near its crest and concave at its foot, as wind leaves it.
      const profile = part < 0.74 ? back * back * (1.9 - 0.9 * back) : face;
      const which = Math.floor(phase);
      const size =
        0.62 +
        0.38 * noise(which * 7.3 + set * 31, across * 0.6, seed + 4) +
        0.25 * noise(along * 0.3, across * 0.3, seed + 5);
      const own = profile * Math.max(0.05, size) * tall * (set === 0 ? 1 : 0.5);
      height = smoothMax(height, own, tall * 0.04);
    }
    return (height + tall * 0.35 * noise(x / spacing / 2.4, z / spacing / 2.4, seed + 8)) / cell;
  });
  slump(heights, 0.62, 10);
  // A crest falls between two cells more often than on one: rounding it by a cell takes the teeth out of it.
  const rounded = doubled(softened(heights));
  rounded.data.forEach((value, index) => {
    rounded.data[index] = value * cell;
  });
  return new Terrain(rounded, span);
}

/** The larger of two heights, rounded where they meet (polynomial smooth maximum, Quilez 2013). */
function smoothMax(a: number, b: number, width: number): number {
  const meet = Math.max(0, width - Math.abs(a - b)) / width;
  return Math.max(a, b) + (meet * meet * width) / 4;
}

/** The slope a wind ripple adds at a place, metres in: nought once ripples are finer than the pixel `footprint`. */
export function rippleSlope(x: number, z: number, wavelength: number, footprint: number, seed: number): number {
  const seen = smoothstep(0.55, 0.15, footprint / wavelength);
  if (seen === 0) return 0;
  const bend =
    noise(x / wavelength / 9, z / wavelength / 9, seed) * 1.3 +
    0.35 * noise(x / wavelength / 3, z / wavelength / 3, seed + 1);
  const wave = Math.sin((x / wavelength + bend) * Math.PI * 2);
  return (wave + 0.35 * Math.sin((x / wavelength + bend) * Math.PI * 4 + 0.9)) * seen;
}
