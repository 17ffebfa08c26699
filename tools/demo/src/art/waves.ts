import { clamp } from './curves.ts';
import { Random } from './random.ts';
import { Plane } from './raster.ts';

/** Schlick's approximation (1994) of how much water mirrors; `cosine` of the angle to the normal. */
export function fresnel(cosine: number): number {
  const grazing = 1 - clamp(cosine, 0, 1);
  const squared = grazing * grazing;
  return 0.02 + 0.98 * squared * squared * grazing;
}

// Taken out of Math once: in the sandbox of a test runner every look-up of a global is slow.
const { cos } = Math;

const SIZE = 256;
const COMPONENTS = 90;

/** The slopes of a choppy surface on a tile that repeats without a seam, scaled to a deviation of 1. */
export class WaveTile {
  readonly slopeX = new Plane(SIZE, SIZE);
  readonly slopeZ = new Plane(SIZE, SIZE);

  /**
   * Sums sine waves whose amplitudes fall off as wind seas do (k to the -2 or so, after Phillips 1958) and whose
   * directions spread about the wind. `spread` in radians.
   */
  constructor(seed: number, spread: number) {
    const random = new Random(seed);
    for (let wave = 0; wave < COMPONENTS; wave++) {
      const length = 3 + 26 * random.next() ** 1.6;
      const heading = Math.PI / 2 + random.normal() * spread;
      const kx = Math.round(Math.cos(heading) * length);
      const kz = Math.round(Math.sin(heading) * length);
      const size = Math.hypot(kx, kz);
      if (size === 0) continue;
      this.addWave(kx, kz, 1 / size ** 0.9, random.next() * Math.PI * 2);
    }
    this.normalise();
  }

  private addWave(kx: number, kz: number, amplitude: number, phase: number): void {
    const turn = (Math.PI * 2) / SIZE;
    let index = 0;
    for (let z = 0; z < SIZE; z++) {
      for (let x = 0; x < SIZE; x++) {
        const value = cos((kx * x + kz * z) * turn + phase) * amplitude;
        this.slopeX.data[index] = this.slopeX.data[index]! + value * kx;
        this.slopeZ.data[index] = this.slopeZ.data[index]! + value * kz;
        index++;
      }
    }
  }

  private normalise(): void {
    let sum = 0;
    this.slopeZ.data.forEach((value) => {
      sum += value * value;
    });
    const scale = 1 / Math.sqrt(sum / this.slopeZ.data.length);
    for (const plane of [this.slopeX, this.slopeZ]) {
      plane.data.forEach((value, index) => {
        plane.data[index] = value * scale;
      });
    }
  }

  /** Reads one of the slope planes at a place measured in tiles, wrapping round. */
  read(plane: Plane, u: number, v: number): number {
    const x = (u - Math.floor(u)) * SIZE;
    const z = (v - Math.floor(v)) * SIZE;
    const left = x | 0;
    const top = z | 0;
    const fx = x - left;
    const fz = z - top;
    const right = (left + 1) & (SIZE - 1);
    const row = (top & (SIZE - 1)) * SIZE;
    const below = ((top + 1) & (SIZE - 1)) * SIZE;
    const { data } = plane;
    const a = data[row + (left & (SIZE - 1))]!;
    const c = data[below + (left & (SIZE - 1))]!;
    const upper = a + fx * (data[row + right]! - a);
    return upper + fz * (c + fx * (data[below + right]! - c) - upper);
  }
}
