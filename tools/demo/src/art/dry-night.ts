import { blur } from './blur.ts';
import { survey } from './camera.ts';
import { Gradient } from './colour.ts';
import { featherEdges, lensSoftness } from './compose.ts';
import { bell, clamp, mix, smoothstep } from './curves.ts';
import { raiseDunes, rippleSlope } from './dune.ts';
import { develop } from './film.ts';
import { detailFor } from './frame.ts';
import type { Frame } from './frame.ts';
import { fbm, ridged } from './noise.ts';
import { Picture, Plane } from './raster.ts';
import { scatterStars } from './stars.ts';

const SKY = new Gradient([
  [0, 0x4c4a4c],
  [0.1, 0x37393f],
  [0.35, 0x1f2733],
  [1, 0x121926],
]);

const SPAN = 900;
const MOON = { x: -0.9, z: 0.35, rise: 0.3 };
const HORIZON = 0.8;

/** The Milky Way standing over dunes that a thin moon has just found. */
export function paintNight({ width, height, seed }: Frame): Uint8Array {
  const picture = new Picture(width, height);
  const horizon = Math.round(height * HORIZON);
  const galaxy = galaxyPlanes(width, horizon + height * 0.05, seed);
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, (horizon - y) / horizon);
    const clear = smoothstep(0, 0.22, up);
    for (let x = 0; x < width; x++) {
      const i = SKY.index(up);
      const airglow = 1 + 0.12 * fbm((x / width) * 2, up * 5, seed + 2, { octaves: 1 });
      const light = galaxy.light.sample(x / 4, y / 4) * clear;
      const core = galaxy.core.sample(x / 4, y / 4) * clear;
      picture.set(
        x,
        y,
        SKY.r[i]! * airglow + light * 0.17 + core * 0.2,
        SKY.g[i]! * airglow + light * 0.165 + core * 0.145,
        SKY.b[i]! * airglow + light * 0.18 + core * 0.1,
      );
    }
  }
  const gathered = (x: number, y: number): number =>
    clamp(0.1 + 0.95 * galaxy.light.sample(x / 4, y / 4), 0, 1) * smoothstep(horizon, horizon * 0.7, y);
  scatterStars(picture, {
    seed: seed + 5,
    count: 60000,
    from: 0,
    until: horizon,
    brightest: 0.8,
    faintest: 0.04,
    density: gathered,
  });
  scatterStars(picture, { seed: seed + 6, count: 1500, from: 0, until: horizon * 0.97, brightest: 1.1 });
  paintSand(picture, horizon, seed);
  return develop(picture, seed, {
    exposure: 1.75,
    grain: 2.8,
    vignette: 0.3,
    contrast: 1.12,
    saturation: 0.85,
    shadowTint: [0, 0.002, 0.01],
  });
}

/** The glow of unresolved stars and the warm middle of the galaxy, both behind torn lanes of dust; quarter size. */
function galaxyPlanes(width: number, tall: number, seed: number): { light: Plane; core: Plane } {
  const columns = Math.ceil(width / 4) + 1;
  const rows = Math.ceil(tall / 4) + 1;
  const light = new Plane(columns, rows);
  const core = new Plane(columns, rows);
  const cos = Math.cos(1.12);
  const sin = Math.sin(1.12);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const u = (x * 4) / width - 0.55;
      const v = (y * 4) / width - 0.62;
      const along = u * cos - v * sin;
      const warp = fbm(u * 3, v * 3, seed + 31, { octaves: 3 });
      const across = u * sin + v * cos + 0.03 * warp;
      const bulge = bell(along + 0.22, 0.2);
      const clouds = 0.62 + 0.7 * fbm(u * 7, v * 7, seed + 32, { octaves: 6, gain: 0.6 });
      const band = bell(across, 0.085 + 0.05 * bulge) * clouds;
      const torn = ridged(u * 4.6 + warp * 0.6, v * 4.6, seed + 33, { octaves: 7, gain: 0.6 });
      const lane = bell(across + 0.008 + 0.035 * warp, 0.026) * smoothstep(0.3, 0.75, torn + 0.35 * (clouds - 0.6));
      const veins = bell(across, 0.1) * smoothstep(0.45, 0.85, torn) * 0.8;
      const dust = Math.exp(-2.6 * lane - 1.5 * veins);
      light.data[y * columns + x] = Math.max(0, band * (0.45 + 0.85 * bulge) * dust);
      core.data[y * columns + x] = Math.max(0, bulge * bell(across, 0.06) * clouds * dust);
    }
  }
  return { light, core };
}

function paintSand(picture: Picture, horizon: number, seed: number): void {
  const { width, height } = picture;
  const land = raiseDunes({
    seed,
    detail: detailFor(picture),
    cells: 400,
    span: SPAN,
    spacing: 240,
    tall: 50,
    wander: 0.8,
    wind: 2.6,
  });
  const light = blur(land.sunlight(MOON, 2), 1);
  const x0 = SPAN * 0.5;
  const camera = {
    x: x0,
    z: 30,
    height: land.height(x0, 30) + 14,
    focal: width * 0.95,
    horizon,
    near: 9,
    far: 860,
    stride: 0.0016,
  };
  const view = survey(land, camera, width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = view.depth.data[y * width + x]!;
      if (depth === 0) continue;
      const px = camera.x + ((x + 0.5 - width / 2) / camera.focal) * depth;
      const pz = camera.z + depth;
      const down = Math.max(0.05, (y - camera.horizon) / camera.focal);
      const ripple =
        rippleSlope(px * 0.9 + pz * 0.4, pz * 0.9 - px * 0.4, 0.6, depth / camera.focal / Math.sqrt(down), seed + 2) *
        0.1;
      const slopeX = land.read(land.slopeX, px, pz) + ripple;
      const slopeZ = land.read(land.slopeZ, px, pz);
      const facing = (-slopeX * MOON.x - slopeZ * MOON.z + MOON.rise) / Math.hypot(1, slopeX, slopeZ) / 1.05;
      const moon = clamp(facing, 0, 1) * land.read(light, px, pz);
      const air = 1 - Math.exp(-depth / 1500);
      picture.set(
        x,
        y,
        mix(moon * 0.26 + 0.014 - slopeZ * 0.004, 0.055, air),
        mix(moon * 0.215 + 0.015 - slopeZ * 0.004, 0.053, air),
        mix(moon * 0.18 + 0.02 - slopeZ * 0.005, 0.058, air),
      );
    }
  }
  featherEdges(picture, view);
  lensSoftness(picture, 0.05);
}
