import { hash } from './random.ts';

// Taken out of Math once: in the sandbox of a test runner every look-up of a global is slow.
const { floor } = Math;

const ROTATE_COS = 0.8;
const ROTATE_SIN = 0.6;

/** What a fractal sum needs to know. */
export interface Fractal {
  octaves: number;
  /** How much each octave is weaker than the one before. */
  gain?: number;
  /** How much finer each octave is than the one before. */
  lacunarity?: number;
}

function corner(x: number, y: number, seed: number, dx: number, dy: number): number {
  const bits = hash(x, y, seed);
  return (((bits & 0xffff) - 32768) * dx + ((bits >>> 16) - 32768) * dy) * 4.6e-5;
}

/** Gradient noise, about -1 to 1, feature size 1 (Perlin 2002, with a hashed lattice). */
export function noise(x: number, y: number, seed: number): number {
  const left = floor(x);
  const top = floor(y);
  const fx = x - left;
  const fy = y - top;
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const a = corner(left, top, seed, fx, fy);
  const b = corner(left + 1, top, seed, fx - 1, fy);
  const c = corner(left, top + 1, seed, fx, fy - 1);
  const d = corner(left + 1, top + 1, seed, fx - 1, fy - 1);
  const upper = a + u * (b - a);
  return upper + v * (c + u * (d - c) - upper);
}

/** Fractal Brownian motion, about -1 to 1. Octaves are turned against each other so that the lattice never shows. */
export function fbm(x: number, y: number, seed: number, { octaves, gain = 0.5, lacunarity = 2.03 }: Fractal): number {
  let sum = 0;
  let amplitude = 1;
  let total = 0;
  let px = x;
  let py = y;
  for (let octave = 0; octave < octaves; octave++) {
    sum += amplitude * noise(px, py, seed + octave * 1013);
    total += amplitude;
    amplitude *= gain;
    const turned = (px * ROTATE_COS - py * ROTATE_SIN) * lacunarity;
    py = (px * ROTATE_SIN + py * ROTATE_COS) * lacunarity;
    px = turned;
  }
  return sum / total;
}

/** Ridged multifractal, 0 to 1, sharp crests at 1 (Musgrave 1994): detail gathers on what is already high. */
export function ridged(
  x: number,
  y: number,
  seed: number,
  { octaves, gain = 0.5, lacunarity = 2.07 }: Fractal,
): number {
  let sum = 0;
  let amplitude = 1;
  let total = 0;
  let weight = 1;
  let px = x;
  let py = y;
  for (let octave = 0; octave < octaves; octave++) {
    const crest = 1 - Math.abs(noise(px, py, seed + octave * 2027));
    const signal = crest * crest * weight;
    weight = Math.min(1, signal * 2);
    sum += signal * amplitude;
    total += amplitude;
    amplitude *= gain;
    const turned = (px * ROTATE_COS - py * ROTATE_SIN) * lacunarity;
    py = (px * ROTATE_SIN + py * ROTATE_COS) * lacunarity;
    px = turned;
  }
  return sum / total;
}
