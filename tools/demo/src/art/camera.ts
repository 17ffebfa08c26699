import { Plane } from './raster.ts';
import type { Terrain } from './terrain.ts';

/** A view camera, kept level: the frame is raised or lowered by shifting the horizon, so verticals stay vertical. */
export interface Camera {
  /** Where it stands in the plan, metres. */
  x: number;
  z: number;
  /** Metres above the datum. */
  height: number;
  /** Pixels a metre covers at one metre: focal length over pixel pitch. */
  focal: number;
  /** Row of the horizon, pixels from the top. */
  horizon: number;
  /** Depth of the first and last sample, metres. */
  near: number;
  far: number;
  /** Step between samples as a share of the depth. */
  stride?: number;
}

/** What the camera sees: the depth in metres at every pixel (0 is sky) and how much of the pixel the land covers. */
export interface View {
  depth: Plane;
  cover: Plane;
}

/** Walks each column of the picture outwards over the land and fills it upwards (heightfield ray casting, Wright 1992). */
export function survey(terrain: Terrain, camera: Camera, width: number, height: number): View {
  const depth = new Plane(width, height);
  const cover = new Plane(width, height);
  const { x, z, focal, horizon, near, far, stride = 0.0015 } = camera;
  const { heights, cell } = terrain;
  const perCell = 1 / cell;
  for (let column = 0; column < width; column++) {
    const across = (column + 0.5 - width / 2) / focal;
    let crest = height;
    let lastRow = height * 4;
    let lastDepth = near;
    let highest = height;
    for (let distance = near; distance < far && highest > 0; distance *= 1 + stride) {
      const ground = heights.sample((x + across * distance) * perCell, (z + distance) * perCell);
      const row = horizon - ((ground - camera.height) * focal) / distance;
      if (row < highest) {
        const from = Math.min(crest, height) - 1;
        const to = Math.max(0, Math.floor(row));
        const rise = 1 / (lastRow - row);
        for (let y = from; y >= to; y--) {
          const share = (lastRow - y - 0.5) * rise;
          depth.data[y * width + column] = lastDepth + (distance - lastDepth) * (share < 0 ? 0 : share > 1 ? 1 : share);
          cover.data[y * width + column] = 1;
        }
        if (row >= 0) cover.data[to * width + column] = 1 - (row - to);
        crest = Math.min(crest, to);
        highest = row;
      }
      lastRow = row;
      lastDepth = distance;
    }
  }
  return { depth, cover };
}
