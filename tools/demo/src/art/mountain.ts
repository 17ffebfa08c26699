import { erode } from './erosion.ts';
import { fbm, noise, ridged } from './noise.ts';
import { Random } from './random.ts';
import { Plane } from './raster.ts';
import { Terrain } from './terrain.ts';

/** How a range is raised. */
export interface Range {
  seed: number;
  /** Cells on a side. */
  cells: number;
  /** Metres on a side. */
  span: number;
  /** Metres from valley floor to the highest crest. */
  relief: number;
  /** Crests across the map. */
  crests: number;
  drops: number;
  /** Shapes the land in the large: gives 0 (valley) to 1 for a place of 0 to 1 each way. */
  envelope?: (u: number, v: number) => number;
}

/** Raises ridges, lets rain wear them, and gives back a land with gullies, spurs and fans. */
export function raiseRange({ seed, cells, span, relief, crests, drops, envelope = () => 1 }: Range): Terrain {
  const scale = crests / cells;
  const heights = Plane.from(cells, cells, (x, y) => {
    const u = x * scale;
    const v = y * scale;
    const warpX = fbm(u * 0.9, v * 0.9, seed + 1, { octaves: 3 }) * 0.55;
    const warpY = fbm(u * 0.9 + 40, v * 0.9, seed + 2, { octaves: 3 }) * 0.55;
    const crest = ridged(u + warpX, v + warpY, seed + 3, { octaves: 7, gain: 0.48 });
    const mass = 0.5 + 0.5 * noise(u * 0.45, v * 0.45, seed + 4);
    return (crest * 0.78 + mass * 0.3) * envelope(x / cells, y / cells) * (relief / (span / cells));
  });
  erode(heights, new Random(seed + 5), { drops });
  const cell = span / cells;
  heights.data.forEach((value, index) => {
    heights.data[index] = value * cell;
  });
  return new Terrain(heights, span);
}
