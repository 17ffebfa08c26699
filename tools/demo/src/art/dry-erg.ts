import { blur } from './blur.ts';
import { survey } from './camera.ts';
import { Gradient } from './colour.ts';
import { featherEdges, lensSoftness } from './compose.ts';
import { bell, clamp, mix } from './curves.ts';
import { raiseDunes } from './dune.ts';
import { develop } from './film.ts';
import { detailFor } from './frame.ts';
import type { Frame } from './frame.ts';
import { fbm } from './noise.ts';
import { Picture } from './raster.ts';

const SKY = new Gradient([
  [0, 0xd9b9a4],
  [0.35, 0xc3b0ae],
  [1, 0x8f9bb0],
]);

const SPAN = 7000;
const SUN = { x: -0.95, z: 0.42, rise: 0.24 };

/** Rank behind rank of dunes through a long lens, the dust between them going from rose to grey. */
export function paintErg(frame: Frame): Uint8Array {
  const { width, height, seed } = frame;
  const land = raiseDunes({
    seed,
    detail: detailFor(frame),
    cells: 620,
    span: SPAN,
    spacing: 620,
    tall: 165,
    wander: 0.85,
    wind: -0.35,
  });
  const light = blur(land.sunlight(SUN, 6), 1);
  const open = land.openness([6, 30], 0.9);
  const camera = {
    x: SPAN / 2,
    z: 40,
    height: land.level(0.99) + 90,
    focal: width * 1.25,
    horizon: height * 0.16,
    near: 500,
    far: 6900,
    stride: 0.0012,
  };
  const view = survey(land, camera, width, height);
  const picture = new Picture(width, height);
  for (let y = 0; y < height; y++) {
    const up = (camera.horizon - y) / height;
    for (let x = 0; x < width; x++) {
      const depth = view.depth.data[y * width + x]!;
      const glow = 0.2 * bell((x / width - 0.12) * 1.4, 0.4);
      const s = SKY.index(up * 3.2 + 0.1 - glow * 0.5);
      const skyR = SKY.r[s]! * (1 + glow);
      const skyG = SKY.g[s]! * (1 + glow * 0.8);
      const skyB = SKY.b[s]! * (1 + glow * 0.5);
      if (depth === 0) {
        picture.set(x, y, skyR, skyG, skyB);
        continue;
      }
      const px = camera.x + ((x + 0.5 - width / 2) / camera.focal) * depth;
      const pz = camera.z + depth;
      const grain = fbm(px * 0.05, pz * 0.05, seed + 3, { octaves: 3, gain: 0.6 });
      const slopeX = land.read(land.slopeX, px, pz) + grain * 0.035;
      const slopeZ = land.read(land.slopeZ, px, pz);
      const facing =
        (-slopeX * SUN.x - slopeZ * SUN.z + SUN.rise) / Math.hypot(1, slopeX, slopeZ) / Math.hypot(1, SUN.rise);
      const sun = clamp(facing, 0, 1) * land.read(light, px, pz);
      const sky = 0.25 + 0.75 * land.read(open, px, pz);
      const r = 0.47 * (1 + grain * 0.14) * (sun * 3.1 + sky * 0.16);
      const g = 0.32 * (1 + grain * 0.14) * (sun * 2.2 + sky * 0.18);
      const b = 0.22 * (1 + grain * 0.14) * (sun * 1.5 + sky * 0.28);
      const ground = land.height(px, pz);
      const dust = Math.exp(-Math.max(0, ground) / 90);
      const air = 1 - Math.exp((-depth / 6500) * (0.35 + 1.3 * dust));
      picture.set(x, y, mix(r, skyR * 0.9, air), mix(g, skyG * 0.9, air), mix(b, skyB * 0.93, air));
    }
  }
  featherEdges(picture, view);
  lensSoftness(picture, 0.12);
  return develop(picture, seed, { exposure: 1.02, grain: 2, vignette: 0.2, contrast: 1.2, saturation: 0.9 });
}
