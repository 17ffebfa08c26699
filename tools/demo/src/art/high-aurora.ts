import { survey } from './camera.ts';
import { Gradient } from './colour.ts';
import { featherEdges, lensSoftness } from './compose.ts';
import { bell, clamp, mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import { detailFor } from './frame.ts';
import type { Frame } from './frame.ts';
import { raiseRange } from './mountain.ts';
import { fbm, noise } from './noise.ts';
import { Picture, Plane } from './raster.ts';
import { scatterStars } from './stars.ts';

const SKY = new Gradient([
  [0, 0x2b4250],
  [0.2, 0x1b2f42],
  [0.6, 0x111f33],
  [1, 0x0a1424],
]);

const SPAN = 8000;
const MOON = { x: 0.7, z: -0.7, rise: 0.5 };
const HORIZON = 0.74;

/** Aurora over a frozen range, with a half moon behind the camera to light the snow. */
export function paintAurora({ width, height, seed }: Frame): Uint8Array {
  const picture = new Picture(width, height);
  const shore = Math.round(height * HORIZON);
  const curtain = auroraGlow(width, height, shore, seed);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const up = (shore - y) / shore;
      const i = SKY.index(up);
      picture.set(x, y, SKY.r[i]!, SKY.g[i]!, SKY.b[i]!);
    }
  }
  scatterStars(picture, { seed: seed + 9, count: 4200, from: 0, until: shore, brightest: 0.9 });
  for (let y = 0; y < shore; y++) {
    for (let x = 0; x < width; x++) {
      const green = curtain.green.sample(x / 6, y / 6);
      const violet = curtain.violet.sample(x / 6, y / 6);
      picture.add(x, y, green * 0.1 + violet * 0.16, green * 0.5 + violet * 0.06, green * 0.25 + violet * 0.24);
    }
  }
  paintRange(picture, shore, seed);
  paintIce(picture, shore, seed);
  return develop(picture, seed, { exposure: 1.55, grain: 2.6, vignette: 0.3, contrast: 1.12, saturation: 0.86 });
}

/** Sheets of light between 100 and 260 km up, marched through along each line of sight; at a sixth of the size. */
function auroraGlow(width: number, height: number, shore: number, seed: number): { green: Plane; violet: Plane } {
  const size = Math.round(720 * detailFor({ width }));
  const sheet = Plane.from(size, size, (x, y) => {
    const u = x / size;
    const v = y / size;
    const fold = fbm(u * 9, v * 2, seed + 41, { octaves: 3, gain: 0.5 }) * 0.16 + (u - 0.5) * 1.1;
    const curl = fbm(u * 40, v * 7, seed + 42, { octaves: 3 }) * 0.022;
    const line = v + fold + curl;
    const sheets = bell(line - 0.34, 0.011) + 0.75 * bell(line - 0.5 - 0.12 * u, 0.014) + 0.35 * bell(line - 0.8, 0.02);
    const rays =
      0.6 +
      0.5 * noise(u * 120, line * 8, seed + 43) +
      0.6 * noise(u * 420, line * 12, seed + 46) +
      0.4 * noise(u * 40, 3, seed + 44);
    return sheets * Math.max(0.08, rays) * (0.55 + 0.9 * Math.max(0, 0.4 + noise(u * 7, v * 2, seed + 45)));
  });
  const wide = Math.ceil(width / 6) + 1;
  const tall = Math.ceil(shore / 6) + 1;
  const green = new Plane(wide, tall);
  const violet = new Plane(wide, tall);
  const focal = width * 0.72;
  for (let y = 0; y < tall; y++) {
    const up = (shore + height * 0.06 - y * 6) / focal;
    for (let x = 0; x < wide; x++) {
      const across = (x * 6 - width / 2) / focal;
      let low = 0;
      let high = 0;
      // Steps short enough over the ground that no sheet slips between two of them.
      const climb = Math.max(1.5, 6 * up);
      for (let altitude = 97; altitude < 420; altitude += climb) {
        const away = altitude / up;
        if (away > 1500) break;
        const glow = sheet.sample((0.5 + (across * away) / 2200) * size, (away / 1000) * size) * climb;
        const body = smoothstep(96, 106, altitude) * Math.exp(-Math.max(0, altitude - 106) / 38);
        low += glow * body;
        high += glow * smoothstep(118, 200, altitude) * Math.exp(-(altitude - 118) / 62);
      }
      const thick = 1 / Math.max(0.25, up);
      green.data[y * wide + x] = low * 0.048 * Math.min(1.6, thick);
      violet.data[y * wide + x] = high * 0.03;
    }
  }
  return { green, violet };
}

function paintRange(picture: Picture, shore: number, seed: number): void {
  const { width, height } = picture;
  const land = raiseRange({
    seed,
    cells: 380,
    detail: detailFor(picture),
    span: SPAN,
    relief: 1500,
    crests: 4.2,
    snow: 0.5,
    crags: 0.7,
    drops: 36000,
    envelope: (u, v) =>
      smoothstep(0.3, 0.62, v) * (0.35 + 0.65 * smoothstep(0.3, 0.75, Math.abs(u - 0.42) * 1.6 + 0.25)),
  });
  const open = land.openness([4, 14], 1.9);
  const light = land.sunlight(MOON, 40);
  const camera = { x: SPAN / 2, z: 60, height: 16, focal: width * 0.95, horizon: shore, near: 300, far: 7900 };
  const view = survey(land, camera, width, height);
  for (let y = 0; y < shore; y++) {
    for (let x = 0; x < width; x++) {
      const depth = view.depth.data[y * width + x]!;
      if (depth === 0) continue;
      const px = camera.x + ((x + 0.5 - width / 2) / camera.focal) * depth;
      const pz = camera.z + depth;
      const ground = land.height(px, pz);
      const slopeX = land.read(land.slopeX, px, pz);
      const slopeZ = land.read(land.slopeZ, px, pz);
      const steep = Math.hypot(slopeX, slopeZ);
      const bed = fbm(px * 0.02, ground * 0.035 + pz * 0.01, seed + 7, { octaves: 4, gain: 0.62 });
      const rock = smoothstep(0.5, 0.68, steep * 0.36 + (land.read(open, px, pz) - 0.5) * 0.8 + bed * 0.36);
      const facing = (-slopeX * MOON.x - slopeZ * MOON.z + MOON.rise) / Math.hypot(1, steep) / 1.1 + bed * 0.15;
      const moon = clamp(facing, 0, 1) * land.read(light, px, pz);
      const white = mix(0.9, 0.1 + 0.05 * bed, rock);
      const air = clamp(1 - Math.exp(-depth / 22000) + 0.35 * smoothstep(140, 0, ground), 0, 1);
      picture.set(
        x,
        y,
        mix(white * (moon * 0.2 + 0.014), 0.026, air),
        mix(white * (moon * 0.24 + 0.032), 0.052, air),
        mix(white * (moon * 0.3 + 0.036), 0.072, air),
      );
    }
  }
  featherEdges(picture, view);
  lensSoftness(picture, 0.08);
}

/** Lake ice swept by wind: mirrors what stands over it, rougher and snowier in drifts. */
function paintIce(picture: Picture, shore: number, seed: number): void {
  const { width, height, data } = picture;
  for (let y = shore; y < height; y++) {
    const down = (y - shore + 1) / (height - shore);
    const z = 1 / (down + 0.02);
    for (let x = 0; x < width; x++) {
      const across = (x / width - 0.5) * z;
      const drift = fbm(across * 0.9, z * 1.9, seed + 51, { octaves: 5, gain: 0.55 });
      const snow = smoothstep(-0.05, 0.3, drift);
      const crack = fbm(across * 5, z * 9, seed + 53, { octaves: 3 });
      const row = clamp(Math.round(shore - (y - shore) * 1.9 - 2 + crack * down * 26), 0, shore - 1);
      const column = clamp(Math.round(x + drift * down * 14), 0, width - 1);
      const from = (row * width + column) * 3;
      const mirror = 0.52 * (1 - snow * 0.85);
      const lit = snow * (0.06 + 0.03 * crack) + 0.006;
      picture.set(
        x,
        y,
        data[from]! * mirror + lit * 0.72,
        data[from + 1]! * mirror + lit * 1.1,
        data[from + 2]! * mirror + lit * 1.3,
      );
    }
  }
}
