import { blur } from './blur.ts';
import { survey } from './camera.ts';
import { Gradient } from './colour.ts';
import { featherEdges, lensSoftness } from './compose.ts';
import { clamp, mix } from './curves.ts';
import { raiseDunes, rippleSlope } from './dune.ts';
import { develop } from './film.ts';
import { detailFor } from './frame.ts';
import type { Frame } from './frame.ts';
import { fbm, noise } from './noise.ts';
import { Picture } from './raster.ts';

const SKY = new Gradient([
  [0, 0xdcc3a6],
  [0.3, 0xb9b2aa],
  [1, 0x7f93a6],
]);

const SPAN = 900;
const SUN = { x: 0.97, z: 0.22, rise: 0.24 };

/** One long crest, lit side and shadow side, in the first quarter of an hour of sun. */
export function paintCrest(frame: Frame): Uint8Array {
  const { width, height, seed } = frame;
  const land = raiseDunes({
    seed,
    detail: detailFor(frame),
    cells: 540,
    span: SPAN,
    spacing: 210,
    tall: 46,
    wander: 0.75,
    wind: 0.12,
  });
  const light = blur(land.sunlight(SUN, 1.2), 1);
  const open = land.openness([8, 40], 0.9);
  const x0 = SPAN * 0.5;
  const camera = {
    x: x0,
    z: 30,
    height: land.height(x0, 30) + 26,
    focal: width * 1.2,
    horizon: height * 0.14,
    near: 14,
    far: 860,
    stride: 0.0014,
  };
  const view = survey(land, camera, width, height);
  const picture = new Picture(width, height);
  const sunSize = Math.hypot(1, SUN.rise);
  for (let y = 0; y < height; y++) {
    const s = SKY.index(((camera.horizon - y) / height) * 3);
    for (let x = 0; x < width; x++) {
      const depth = view.depth.data[y * width + x]!;
      if (depth === 0) {
        picture.set(x, y, SKY.r[s]!, SKY.g[s]!, SKY.b[s]!);
        continue;
      }
      const px = camera.x + ((x + 0.5 - width / 2) / camera.focal) * depth;
      const pz = camera.z + depth;
      const down = Math.max(0.05, (y - camera.horizon) / camera.focal);
      const footprint = depth / camera.focal / Math.sqrt(down);
      const ripple = rippleSlope(px * 0.95 + pz * 0.3, pz * 0.95 - px * 0.3, 0.55, footprint, seed + 2) * 0.11;
      const slopeX = land.read(land.slopeX, px, pz) + ripple;
      const slopeZ = land.read(land.slopeZ, px, pz) + ripple * 0.3;
      const facing = (-slopeX * SUN.x - slopeZ * SUN.z + SUN.rise) / Math.hypot(1, slopeX, slopeZ) / sunSize;
      const sun = clamp(facing + 0.02, 0, 1) * land.read(light, px, pz);
      const sky = 0.3 + 0.7 * land.read(open, px, pz) - 0.25 * slopeZ;
      const fine =
        1 + 0.1 * noise(px * 9, pz * 9, seed + 3) + 0.12 * fbm(px * 0.04, pz * 0.02, seed + 4, { octaves: 3 });
      const r = 0.52 * fine * (sun * 2.7 + sky * 0.13);
      const g = 0.36 * fine * (sun * 2.1 + sky * 0.15);
      const b = 0.225 * fine * (sun * 1.45 + sky * 0.23);
      const air = 1 - Math.exp(-depth / 2600);
      picture.set(x, y, mix(r, 0.66, air), mix(g, 0.54, air), mix(b, 0.42, air));
    }
  }
  featherEdges(picture, view);
  lensSoftness(picture, 0.1);
  return develop(picture, seed, {
    exposure: 1.05,
    grain: 2,
    vignette: 0.22,
    contrast: 1.18,
    saturation: 0.9,
    shadowTint: [0.004, 0, 0.012],
  });
}
