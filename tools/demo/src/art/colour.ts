import { clamp } from './curves.ts';

/** Linear-light red, green and blue. */
export type Rgb = readonly [number, number, number];

/** sRGB transfer curve, encoded to linear (IEC 61966-2-1). */
function toLinear(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

/** sRGB transfer curve, linear to encoded (IEC 61966-2-1). */
export function toEncoded(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/** A colour as picked on a screen, for example 0xd8b49a, as linear light. */
export function swatch(hex: number): Rgb {
  return [toLinear(((hex >> 16) & 255) / 255), toLinear(((hex >> 8) & 255) / 255), toLinear((hex & 255) / 255)];
}

/** A point of a gradient: where, and which colour as picked on a screen. */
export type Stop = readonly [at: number, hex: number];

const STEPS = 2048;

/** A smooth ramp through colours, tabulated so that a pixel costs a look-up. */
export class Gradient {
  readonly r = new Float32Array(STEPS + 1);
  readonly g = new Float32Array(STEPS + 1);
  readonly b = new Float32Array(STEPS + 1);

  /** Blends in encoded values, where equal steps look equal, and is stored in linear light. */
  constructor(stops: readonly Stop[]) {
    const channels = [this.r, this.g, this.b] as const;
    channels.forEach((channel, which) => {
      const values = stops.map(([, hex]) => ((hex >> (16 - 8 * which)) & 255) / 255);
      const places = stops.map(([at]) => at);
      for (let step = 0; step <= STEPS; step++) channel[step] = toLinear(cubicThrough(places, values, step / STEPS));
    });
  }

  /** Index into `r`, `g`, `b` for a place of 0 to 1. */
  index(place: number): number {
    return (clamp(place, 0, 1) * STEPS) | 0;
  }
}

/** Monotone cubic through points (Fritsch and Carlson 1980), so that a ramp never overshoots into a band. */
function cubicThrough(places: readonly number[], values: readonly number[], at: number): number {
  const last = places.length - 1;
  if (at <= places[0]!) return values[0]!;
  if (at >= places[last]!) return values[last]!;
  let i = 0;
  while (places[i + 1]! < at) i++;
  const slope = (k: number): number => (values[k + 1]! - values[k]!) / (places[k + 1]! - places[k]!);
  const tangent = (k: number): number => {
    if (k === 0) return slope(0);
    if (k === last) return slope(last - 1);
    const before = slope(k - 1);
    const after = slope(k);
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  };
  const width = places[i + 1]! - places[i]!;
  const t = (at - places[i]!) / width;
  const t2 = t * t;
  const t3 = t2 * t;
  return (
    (2 * t3 - 3 * t2 + 1) * values[i]! +
    (t3 - 2 * t2 + t) * width * tangent(i) +
    (3 * t2 - 2 * t3) * values[i + 1]! +
    (t3 - t2) * width * tangent(i + 1)
  );
}
