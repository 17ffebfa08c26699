import type { Random } from './random.ts';
import type { Plane } from './raster.ts';

/** Settings of the rain. Heights are in cells here, so that a slope of 1 is 45 degrees. */
export interface Rainfall {
  drops: number;
  /** Cells a drop travels at most. */
  lifetime?: number;
  erodibility?: number;
  deposition?: number;
  capacity?: number;
}

/**
 * Wears gullies and fans into a height map, drop by drop (after Beyer, "Implementation of a method for hydraulic
 * erosion", 2015). Heights in cells; the plane is changed in place.
 */
export function erode(map: Plane, random: Random, rain: Rainfall): Plane {
  const { width, height, data } = map;
  const { drops, lifetime = 48, erodibility = 0.3, deposition = 0.3, capacity = 5 } = rain;
  for (let drop = 0; drop < drops; drop++) {
    let x = 2 + random.next() * (width - 5);
    let y = 2 + random.next() * (height - 5);
    let dirX = 0;
    let dirY = 0;
    let speed = 1;
    let water = 1;
    let load = 0;
    for (let age = 0; age < lifetime; age++) {
      const left = x | 0;
      const top = y | 0;
      const fx = x - left;
      const fy = y - top;
      const index = top * width + left;
      const a = data[index]!;
      const b = data[index + 1]!;
      const c = data[index + width]!;
      const d = data[index + width + 1]!;
      const gradX = (b - a) * (1 - fy) + (d - c) * fy;
      const gradY = (c - a) * (1 - fx) + (d - b) * fx;
      dirX = dirX * 0.08 - gradX * 0.92;
      dirY = dirY * 0.08 - gradY * 0.92;
      const length = Math.hypot(dirX, dirY);
      if (length < 1e-6) break;
      dirX /= length;
      dirY /= length;
      const before = a + (b - a) * fx + (c - a + (d - c - b + a) * fx) * fy;
      x += dirX;
      y += dirY;
      if (x < 2 || y < 2 || x > width - 4 || y > height - 4) break;
      const fall = map.sample(x, y) - before;
      const limit = Math.max(-fall, 0.01) * speed * water * capacity;
      let change: number;
      if (load > limit || fall > 0) {
        change = fall > 0 ? Math.min(fall, load) : (load - limit) * deposition;
        data[index] = a + change * (1 - fx) * (1 - fy);
        data[index + 1] = b + change * fx * (1 - fy);
        data[index + width] = c + change * (1 - fx) * fy;
        data[index + width + 1] = d + change * fx * fy;
      } else {
        change = -Math.min((limit - load) * erodibility, -fall);
        wear(data, index, width, change);
      }
      load -= change;
      speed = Math.sqrt(Math.max(0, speed * speed - fall * 4));
      water *= 0.985;
    }
  }
  return map;
}

/** Takes a little from twelve cells around the drop: a single cell would leave pits. */
function wear(data: Float32Array, index: number, width: number, change: number): void {
  const near = change * 0.12;
  const far = change * 0.05;
  for (let row = -1; row <= 2; row++) {
    const start = index + row * width;
    const inner = row === 0 || row === 1;
    if (inner) data[start - 1] = data[start - 1]! + far;
    data[start] = data[start]! + (inner ? near : far);
    data[start + 1] = data[start + 1]! + (inner ? near : far);
    if (inner) data[start + 2] = data[start + 2]! + far;
  }
}

/**
 * Lets loose material slide until no slope is steeper than `talus` (cells a cell: 0.65 is dry sand at 33 degrees).
 * Gives dunes their clean slip faces. Changes the plane in place.
 */
export function slump(map: Plane, talus: number, rounds: number): Plane {
  const { width, height, data } = map;
  const offsets = [1, -1, width, -width];
  for (let round = 0; round < rounds; round++) {
    for (let row = 1; row < height - 1; row++) {
      const y = round % 2 === 0 ? row : height - 1 - row;
      for (let column = 1; column < width - 1; column++) {
        const index = y * width + column;
        for (const offset of offsets) {
          const excess = data[index]! - data[index + offset]! - talus;
          if (excess <= 0) continue;
          data[index] = data[index]! - excess * 0.4;
          data[index + offset] = data[index + offset]! + excess * 0.4;
        }
      }
    }
  }
  return map;
}
