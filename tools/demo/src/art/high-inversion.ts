import { blurred } from './blur.ts';
import { survey } from './camera.ts';
import { Gradient } from './colour.ts';
import { featherEdges, lensSoftness } from './compose.ts';
import { bell, clamp, mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import { detailFor } from './frame.ts';
import type { Frame } from './frame.ts';
import { raiseRange } from './mountain.ts';
import { fbm } from './noise.ts';
import { Picture, Plane } from './raster.ts';
import { doubled, Terrain } from './terrain.ts';

const SKY = new Gradient([
  [0, 0xf1d9bd],
  [0.15, 0xe6cdbb],
  [0.45, 0xb9bcc4],
  [1, 0x8095ae],
]);

const SPAN = 16000;
const SUN = { x: -0.86, z: 0.5, rise: 0.26 };

/** Ridges standing out of valley fog, looking nearly into a low autumn sun. */
export function paintInversion(frame: Frame): Uint8Array {
  const { width, height, seed } = frame;
  const land = raiseRange({
    seed,
    detail: detailFor(frame),
    cells: 460,
    span: SPAN,
    relief: 1500,
    crests: 6.5,
    crags: 1,
    drops: 48000,
  });
  const fog = layFog(land, seed);
  const surface = new Plane(land.heights.width, land.heights.height);
  land.heights.data.forEach((own, index) => {
    surface.data[index] = Math.max(own, fog.data[index]!);
  });
  const scene = new Terrain(surface, SPAN);
  const light = scene.sunlight(SUN, 60);
  const haze = blurred(light, 20);
  const open = scene.openness([5, 18], 1.6);
  const camera = {
    x: SPAN * 0.5,
    z: 200,
    height: land.level(0.995) + 40,
    focal: width * 1.3,
    horizon: height * 0.28,
    near: 330,
    far: 15500,
  };
  const view = survey(scene, camera, width, height);
  const picture = new Picture(width, height);
  const sunX = width * 0.16;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = view.depth.data[y * width + x]!;
      const side = (x - sunX) / width;
      const up = (camera.horizon - y) / height;
      const warm = Math.exp(-Math.abs(side) * 1.9);
      const i = SKY.index(Math.max(0, up) * 1.9 + 0.12 * (1 - warm));
      const glow = 0.35 * bell(Math.hypot(side, up - 0.1), 0.16) + 0.12 * warm;
      const skyR = SKY.r[i]! + glow;
      const skyG = SKY.g[i]! + glow * 0.86;
      const skyB = SKY.b[i]! + glow * 0.66;
      if (depth === 0) {
        picture.set(x, y, skyR, skyG, skyB);
        continue;
      }
      const px = camera.x + ((x + 0.5 - width / 2) / camera.focal) * depth;
      const pz = camera.z + depth;
      const ground = land.height(px, pz);
      const mist = scene.read(fog, px, pz);
      const slopeX = scene.read(scene.slopeX, px, pz);
      const slopeZ = scene.read(scene.slopeZ, px, pz);
      const steep = Math.hypot(slopeX, slopeZ);
      const detail = fbm(px * 0.024, (pz + ground * 1.3) * 0.024, seed + 7, {
        octaves: depth < 2500 ? 5 : depth < 6000 ? 3 : 2,
        gain: 0.62,
      });
      const facing =
        (slopeX * -SUN.x + slopeZ * -SUN.z + SUN.rise) / Math.hypot(1, steep) / Math.hypot(1, SUN.rise) + detail * 0.16;
      const sun = Math.max(0, facing) * scene.read(light, px, pz);
      const sky = 0.35 + 0.9 * scene.read(open, px, pz);
      const patch = fbm(px * 0.004 + 3, pz * 0.004, seed + 8, { octaves: 2 });
      const grass = smoothstep(0.95, 0.45, steep + detail * 0.5);
      const rust = smoothstep(-0.25, 0.35, patch + detail * 0.5) * grass;
      const rough = 1 + detail * 0.9;
      const landR = mix(mix(0.062, 0.05, grass), 0.15, rust) * rough * (sun * 3.3 + sky * 0.3);
      const landG = mix(mix(0.06, 0.052, grass), 0.083, rust) * rough * (sun * 2.4 + sky * 0.37);
      const landB = mix(mix(0.062, 0.034, grass), 0.036, rust) * rough * (sun * 1.5 + sky * 0.54);
      const bank = smoothstep(-55, 30, mist - ground + detail * 25);
      // Fog scatters light within itself, so its shadows are shallow and its hollows only a little darker.
      const within = 0.25 + 0.75 * scene.read(haze, px, pz);
      const crown = clamp(0.5 + 2.2 * (facing - detail * 0.1), 0, 1.3) * within;
      const thin = 0.3 + 0.5 * sky;
      const fogR = thin * 0.34 + crown * 0.62;
      const fogG = thin * 0.38 + crown * 0.5;
      const fogB = thin * 0.48 + crown * 0.39;
      const air = 1 - Math.exp(-(depth / 19000) * (1 + 0.9 * warm));
      picture.set(
        x,
        y,
        mix(mix(landR, fogR, bank), skyR * 0.8, air),
        mix(mix(landG, fogG, bank), skyG * 0.85, air),
        mix(mix(landB, fogB, bank), skyB * 0.98, air),
      );
    }
  }
  featherEdges(picture, view);
  lensSoftness(picture, 0.1);
  return develop(picture, seed, { exposure: 0.98, grain: 2, vignette: 0.22, contrast: 1.32, saturation: 0.92 });
}

/** The top of the fog, metres: a lake of it, filling the valleys, with slow billows drawn out along the wind. */
function layFog(land: Terrain, seed: number): Plane {
  const size = land.heights.width / 2;
  const level = land.level(0.62);
  return doubled(
    Plane.from(size, size, (x, y) => {
      const u = x / size;
      const v = y / size;
      const billow = fbm(u * 14 + v * 4, v * 22, seed + 21, { octaves: 6, gain: 0.55 });
      const tide = fbm(u * 4, v * 4, seed + 22, { octaves: 2 });
      return level + tide * 100 + billow * 95;
    }),
  );
}
