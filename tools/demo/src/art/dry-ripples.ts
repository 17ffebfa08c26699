import { clamp } from './curves.ts';
import { develop } from './film.ts';
import type { Frame } from './frame.ts';
import { fbm, noise } from './noise.ts';
import { hash, Random } from './random.ts';
import { Picture, Plane } from './raster.ts';
import { lensSoftness } from './compose.ts';

const WAVES = 34;
const RIPPLES = 30;

/** Wind ripples from above, the sun so low that every one throws a shadow. */
export function paintRipples({ width, height, seed }: Frame): Uint8Array {
  const heights = rippleHeights(width, height, seed);
  const picture = new Picture(width, height);
  const swell = Plane.from(Math.ceil(width / 8) + 1, Math.ceil(height / 8) + 1, (x, y) =>
    fbm(((x * 8) / width) * 1.7 + 2, ((y * 8) / height) * 1.3, seed + 21, { octaves: 3, gain: 0.4 }),
  );
  const rise = 0.31;
  for (let y = 0; y < height; y++) {
    const scale = depthScale(y / height) * (RIPPLES / width);
    const drop = rise * scale;
    let shadow = -1;
    for (let x = 0; x < width; x++) {
      const own = heights.data[y * width + x]!;
      shadow = Math.max(own, shadow - drop);
      const slopeX = (heights.at(x + 1, y) - heights.at(x - 1, y)) / (2 * scale);
      const slopeY = (heights.at(x, y + 1) - heights.at(x, y - 1)) / (2 * scale);
      const tilt = (swell.sample(x / 8 + 3, y / 8) - swell.sample(x / 8 - 3, y / 8)) * 2.6;
      const lit = 1 - clamp((shadow - own) / 0.03, 0, 1);
      const facing = (slopeX + slopeY * 0.12 + tilt + rise) / Math.hypot(1, slopeX, slopeY) / 1.05;
      const grit = 1 + 0.3 * noise(x * 0.61, y * 0.61, seed + 5) + ((hash(x, y, seed) & 255) - 127) * 0.0009;
      const sun = clamp(facing, 0, 1.4) * lit;
      const sky = 0.62 + own * 2.6;
      const r = grit * (0.5 * (sun * 2.25) + 0.075 * sky);
      const g = grit * (0.375 * (sun * 1.9) + 0.072 * sky);
      const b = grit * (0.265 * (sun * 1.45) + 0.082 * sky);
      picture.set(x, y, r, g, b);
    }
  }
  lensSoftness(picture, 0.07);
  return develop(picture, seed, {
    exposure: 1.12,
    grain: 2.2,
    vignette: 0.3,
    contrast: 1.14,
    saturation: 0.86,
    shadowTint: [0.006, 0, 0.014],
  });
}

/** The camera leans forward a little: the top of the frame is farther away. 1 in the middle. */
function depthScale(v: number): number {
  return 1 / (0.72 + 0.56 * v);
}

/**
 * Ripple heights in wavelengths. Many waves of nearly one direction are summed as complex numbers and only the phase
 * of the sum is kept ("Procedural phasor noise", Tricard et al. 2019), so that crests stay even, wander, and fork
 * where the phase is torn, as blown sand does.
 */
function rippleHeights(width: number, height: number, seed: number): Plane {
  const random = new Random(seed);
  const waves = Array.from({ length: WAVES }, () => ({
    kx: random.normal() * 0.042 * Math.PI * 2,
    ky: random.normal() * 0.05 * Math.PI * 2,
    phase: random.next() * Math.PI * 2,
  }));
  const grid = 220;
  const spread = (RIPPLES * 1.6) / grid;
  const real = new Plane(grid, grid);
  const imaginary = new Plane(grid, grid);
  for (let y = 0; y < grid; y++) {
    for (let x = 0; x < grid; x++) {
      for (const wave of waves) {
        const angle = wave.kx * x * spread + wave.ky * y * spread + wave.phase;
        real.data[y * grid + x] = real.at(x, y) + Math.cos(angle);
        imaginary.data[y * grid + x] = imaginary.at(x, y) + Math.sin(angle);
      }
    }
  }
  return Plane.from(width, height, (x, y) => {
    const v = y / height;
    const scale = depthScale(v);
    const u = ((x / width - 0.5) * scale + 0.8) * RIPPLES;
    const w = (1.35 * RIPPLES * Math.log(0.72 + 0.56 * v)) / 0.56 + RIPPLES * 0.65;
    const gx = u / spread;
    const gy = w / spread;
    const re = real.sample(gx, gy);
    const im = imaginary.sample(gx, gy);
    const wander = 0.42 * noise(u * 0.21, w * 0.26, seed + 31) + 0.1 * noise(u * 0.8, w * 0.62, seed + 32);
    const phase = Math.atan2(im, re) + (u + w * 0.34 + wander) * Math.PI * 2;
    const power = re * re + im * im;
    const calm = power / (power + 1.5);
    const lean = phase + 0.4 * Math.sin(phase) - 0.28 * Math.cos(phase);
    return (0.04 * Math.cos(lean) + 0.008 * Math.cos(2 * phase + 1)) * 1.05 * calm;
  });
}
