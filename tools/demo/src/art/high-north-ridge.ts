import { survey } from './camera.ts';
import { Gradient } from './colour.ts';
import { featherEdges, lensSoftness } from './compose.ts';
import { bell, clamp, mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import type { Frame } from './frame.ts';
import { raiseRange } from './mountain.ts';
import { fbm } from './noise.ts';
import { Picture, Plane } from './raster.ts';

const SKY = new Gradient([
  [0, 0xc9a7a6],
  [0.2, 0xa295a8],
  [0.5, 0x6f7f9e],
  [1, 0x3f557b],
]);

const SPAN = 9000;
const SUN = { x: -0.93, z: -0.36, rise: 0.16 };

/** A snow peak taking the last light from the left, its own shadow climbing it. */
export function paintNorthRidge({ width, height, seed }: Frame): Uint8Array {
  const land = raiseRange({
    seed,
    cells: 896,
    span: SPAN,
    relief: 2150,
    crests: 3.4,
    drops: 110000,
    envelope: (u, v) => 0.34 + 0.85 * bell(Math.hypot(u - 0.5, (v - 0.62) * 0.9), 0.17),
  });
  const light = land.sunlight(SUN, 50);
  const open = land.openness([3, 9, 24], 1.5);
  const camera = { x: SPAN * 0.5, z: 100, height: 1050, focal: width * 1.75, horizon: height * 0.72, near: 900, far: 8800, stride: 0.0009 };
  const view = survey(land, camera, width, height);
  const picture = new Picture(width, height);
  const banner = Plane.from(Math.ceil(width / 4) + 1, Math.ceil(height / 4) + 1, (x, y) =>
    fbm((x * 4) / width * 2.2, (y * 4) / height * 9 + (x * 4) / width * 1.5, seed + 5, { octaves: 5 }),
  );
  for (let y = 0; y < height; y++) {
    const up = (camera.horizon - y) / height;
    const i = SKY.index(up * 1.35);
    for (let x = 0; x < width; x++) {
      const depth = view.depth.data[y * width + x]!;
      const wisp = smoothstep(0.05, 0.6, banner.sample(x / 4, y / 4)) * 0.2;
      if (depth === 0) {
        picture.set(x, y, mix(SKY.r[i]!, 0.62, wisp), mix(SKY.g[i]!, 0.47, wisp), mix(SKY.b[i]!, 0.5, wisp));
        continue;
      }
      const px = camera.x + ((x + 0.5 - width / 2) / camera.focal) * depth;
      const pz = camera.z + depth;
      const ground = land.height(px, pz);
      const slopeX = land.read(land.slopeX, px, pz);
      const slopeZ = land.read(land.slopeZ, px, pz);
      const steep = Math.hypot(slopeX, slopeZ);
      const bed = fbm(px * 0.012, ground * 0.03 + pz * 0.006, seed + 7, { octaves: 5, gain: 0.62 });
      const fine = fbm(px * 0.05 + 9, ground * 0.05 + pz * 0.04, seed + 9, { octaves: 3, gain: 0.6 });
      const openHere = land.read(open, px, pz);
      const rock = smoothstep(1.15, 1.75, steep + bed * 0.5 + fine * 0.22 + (openHere - 0.5) * 0.35);
      const facing = (slopeX * -SUN.x + slopeZ * -SUN.z + SUN.rise) / Math.hypot(1, steep) + (bed * 0.22 + fine * 0.2) * mix(0.35, 1, rock);
      const sun = clamp(facing, 0, 1) * land.read(light, px, pz);
      const sky = 0.25 + 0.85 * openHere;
      const grit = 1 + 0.5 * bed + 0.35 * fine;
      const r = mix(0.86, 0.1 * grit, rock) * (sun * 1.9 + sky * 0.21);
      const g = mix(0.87, 0.088 * grit, rock) * (sun * 1.02 + sky * 0.29);
      const b = mix(0.9, 0.085 * grit, rock) * (sun * 0.66 + sky * 0.46);
      const low = smoothstep(1000, 300, ground);
      const air = clamp(1 - Math.exp(-depth / 26000) + low * 0.35, 0, 1);
      picture.set(x, y, mix(r, 0.3, air), mix(g, 0.32, air), mix(b, 0.44, air));
    }
  }
  featherEdges(picture, view);
  lensSoftness(picture, 0.12);
  return develop(picture, seed, { exposure: 1.1, grain: 2, vignette: 0.25, contrast: 1.2 });
}
