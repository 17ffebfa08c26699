import { blurred } from './blur.ts';
import { mix, smoothstep } from './curves.ts';
import { erode } from './erosion.ts';
import { fbm, noise, ridged } from './noise.ts';
import { Random } from './random.ts';
import { Plane } from './raster.ts';
import { doubled, softened, Terrain } from './terrain.ts';

/** How a range is raised. */
export interface Range {
  seed: number;
  /** Cells on a side while the rain falls; land with crags is given back with twice as many. */
  cells: number;
  /** Metres on a side. */
  span: number;
  /** Metres from valley floor to the highest crest. */
  relief: number;
  /** Crests across the map. */
  crests: number;
  drops: number;
  /** Share of the cells and drops to spend, 0 to 1. */
  detail: number;
  /** How far snow has filled the hollows and rounded what is not too steep to hold it: 0 bare, 1 deep winter. */
  snow?: number;
  /** Size of the crags laid on after the rain, in cells of the worn map. With 0 the map stays as the rain left it. */
  crags?: number;
  /** Shapes the land in the large: gives 0 (valley) to 1 for a place of 0 to 1 each way. */
  envelope?: (u: number, v: number) => number;
}

/** Raises ridges, lets rain wear them, and gives back a land with gullies, spurs and fans. */
export function raiseRange({
  seed,
  cells: fullCells,
  detail,
  span,
  relief,
  crests,
  drops,
  crags = 1.3,
  snow = 0,
  envelope = () => 1,
}: Range): Terrain {
  const cells = Math.round(fullCells * detail);
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
  erode(heights, new Random(seed + 5), { drops: drops * detail * detail });
  const worn = snow > 0 ? settle(heights, snow) : heights;
  return new Terrain(crags > 0 ? refine(worn, span, crags, seed + 6) : inMetres(worn, span), span);
}

/** Smooths what the rain dropped: snow lies even wherever the ground is not too steep to hold them. */
function settle(map: Plane, snow: number): Plane {
  const sharp = softened(map);
  const even = blurred(map, 2);
  return Plane.from(map.width, map.height, (x, y) => {
    const slope = Math.hypot(even.at(x + 1, y) - even.at(x - 1, y), even.at(x, y + 1) - even.at(x, y - 1)) / 2;
    return mix(sharp.at(x, y), even.at(x, y), snow * smoothstep(1.1, 0.45, slope));
  });
}

/** Doubles a worn map and lays on crags too fine for the rain to have carved, most where it is steep. Gives metres. */
function refine(worn: Plane, span: number, crags: number, seed: number): Plane {
  const cell = span / worn.width;
  const size = worn.width * 2;
  const steepness = Plane.from(worn.width, worn.height, (x, y) => {
    const slope = Math.hypot(worn.at(x + 1, y) - worn.at(x - 1, y), worn.at(x, y + 1) - worn.at(x, y - 1)) / 2;
    return Math.min(1.4, slope);
  });
  const fine = doubled(worn);
  let index = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const crag = ridged(x * 0.1, y * 0.1, seed, { octaves: 4, gain: 0.6 }) - 0.5;
      fine.data[index] = (fine.data[index]! + crag * crags * (0.12 + steepness.sample(x / 2, y / 2))) * cell;
      index++;
    }
  }
  return fine;
}

/** Heights in cells become heights in metres. */
function inMetres(heights: Plane, span: number): Plane {
  const cell = span / heights.width;
  return Plane.from(heights.width, heights.height, (x, y) => heights.at(x, y) * cell);
}
