import { survey } from './camera.ts';
import { Gradient } from './colour.ts';
import { featherEdges, lensSoftness } from './compose.ts';
import { bell, clamp, mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import { detailFor } from './frame.ts';
import type { Frame } from './frame.ts';
import { raiseRange } from './mountain.ts';
import { fbm, ridged } from './noise.ts';
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
export function paintNorthRidge(frame: Frame): Uint8Array {
  const { width, height, seed } = frame;
  const land = raiseRange({
    seed,
    cells: 720,
    detail: detailFor(frame),
    span: SPAN,
    relief: 1850,
    crests: 3.4,
    snow: 1,
    crags: 0,
    drops: 66000,
    envelope: (u, v) => 0.16 + 0.95 * bell(Math.hypot(u - 0.52, (v - 0.6) * 0.9), 0.18),
  });
  const light = land.sunlight(SUN, 50);
  const open = land.openness([3, 10], 1.7);
  const camera = {
    x: SPAN * 0.5,
    z: 100,
    height: 560,
    focal: width * 2.75,
    horizon: height * 0.92,
    near: 900,
    far: 8800,
    stride: 0.0012,
  };
  const view = survey(land, camera, width, height);
  const picture = new Picture(width, height);
  const banner = Plane.from(Math.ceil(width / 4) + 1, Math.ceil(height / 4) + 1, (x, y) =>
    fbm(((x * 4) / width) * 2.2, ((y * 4) / height) * 9 + ((x * 4) / width) * 1.5, seed + 5, { octaves: 5 }),
  );
  const bedRow = new Float32Array((width >> 1) + 1);
  const crackRow = new Float32Array((width >> 1) + 1);
  for (let y = 0; y < height; y++) {
    const up = (camera.horizon - y) / height;
    const i = SKY.index((up - 0.36) * 1.45);
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
      // The broad grain of the rock changes slowly enough to be reckoned for every fourth pixel only.
      if (((x | y) & 1) === 0 || bedRow[x >> 1] === 0) {
        const broad = fbm(px * 0.012, ground * 0.03 + pz * 0.006, seed + 7, { octaves: 5, gain: 0.62 });
        bedRow[x >> 1] = broad;
        crackRow[x >> 1] =
          ridged(px * 0.03 + broad, ground * 0.011 + pz * 0.01, seed + 12, { octaves: 4, gain: 0.6 }) - 0.45;
      }
      const bed = bedRow[x >> 1]!;
      const cracks = crackRow[x >> 1]!;
      const fine = fbm(px * 0.07 + ground * 0.02, ground * 0.11 + pz * 0.05, seed + 9, { octaves: 3, gain: 0.7 });
      const openHere = land.read(open, px, pz);
      // Snow lies in the gullies and on ledges; ribs and faces too steep for it are blown bare.
      const rock = smoothstep(0.56, 0.72, steep * 0.34 + (openHere - 0.5) * 0.85 + bed * 0.34 + fine * 0.2);
      const facing =
        (slopeX * -SUN.x + slopeZ * -SUN.z + SUN.rise) / Math.hypot(1, steep) +
        (bed * 0.4 + fine * 0.35 - cracks * 0.7) * mix(0.16, 1, rock);
      // The range behind the camera has already put everything below this line in shade.
      const line = 900 + 0.09 * (px - camera.x) + 60 * bed;
      const sun = clamp(facing, 0, 1) * land.read(light, px, pz) * smoothstep(line - 130, line + 170, ground);
      const sky = 0.25 + 0.85 * openHere;
      const grit = Math.max(0.25, 1 + 0.7 * bed + 0.5 * fine - 0.8 * cracks);
      const r = mix(0.86, 0.1 * grit, rock) * (sun * 2.7 + sky * 0.17);
      const g = mix(0.87, 0.088 * grit, rock) * (sun * 1.4 + sky * 0.235);
      const b = mix(0.9, 0.085 * grit, rock) * (sun * 0.95 + sky * 0.36);
      const low = smoothstep(620, 120, ground + 160 * bed);
      const air = clamp(1 - Math.exp(-depth / 26000) + low * 0.8, 0, 1);
      picture.set(x, y, mix(r, 0.3, air), mix(g, 0.32, air), mix(b, 0.44, air));
    }
  }
  featherEdges(picture, view);
  lensSoftness(picture, 0.12);
  return develop(picture, seed, { exposure: 1.1, grain: 2, vignette: 0.25, contrast: 1.2 });
}
