import { Gradient } from './colour.ts';
import { bell, clamp, mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import type { Frame } from './frame.ts';
import { fbm } from './noise.ts';
import { Picture, Plane } from './raster.ts';
import { fresnel, WaveTile } from './waves.ts';

const SKY = new Gradient([
  [0, 0x606c7e],
  [0.12, 0x485a72],
  [0.4, 0x283950],
  [1, 0x121b2b],
]);

const HORIZON = 0.6;
const EYE = 9;

/** Wavelength scale in metres of a tile, and the slope deviation it brings. */
const SEAS = [
  { tile: 131, slope: 0.04, turn: 0.13 },
  { tile: 37, slope: 0.055, turn: -0.31 },
  { tile: 9.7, slope: 0.065, turn: 0.57 },
] as const;

/** A moon just up over a dark sound, its road broken by the wind. */
export function paintMoonrise({ width, height, seed }: Frame): Uint8Array {
  const picture = new Picture(width, height);
  const horizon = height * HORIZON;
  const moonX = width * 0.4;
  const moonY = height * 0.27;
  paintSky(picture, horizon, moonX, moonY, seed);
  paintWater(picture, horizon, moonX, moonY, seed);
  paintIslands(picture, horizon, seed);
  return develop(picture, seed, {
    exposure: 1.25,
    grain: 2.4,
    vignette: 0.3,
    contrast: 1.1,
    lightTint: [0.02, 0.008, -0.02],
  });
}

function paintSky(picture: Picture, horizon: number, moonX: number, moonY: number, seed: number): void {
  const { width, height } = picture;
  const step = 3;
  const cloud = Plane.from(Math.ceil(width / step) + 1, Math.ceil(horizon / step) + 2, (x, y) => {
    const up = Math.max(0.02, (horizon - y * step) / height + 0.09);
    const across = (x * step - width * 0.5) / height;
    const u = (across / up) * 0.8;
    const v = 0.55 / up;
    const warp = fbm(u * 0.7, v * 0.9, seed + 31, { octaves: 3 });
    return fbm(u + warp * 0.7, v * 1.5 + warp * 0.5, seed + 37, { octaves: 6, gain: 0.52 });
  });
  const radius = width * 0.0155;
  for (let y = 0; y < horizon; y++) {
    const above = (horizon - y) / horizon;
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x - moonX, y - moonY) / width;
      const density = cloud.sample(x / step, y / step);
      const cover = smoothstep(-0.26, 0.3, density);
      const halo = 0.55 * Math.exp(-distance * 24) + 0.26 * Math.exp(-distance * 5.5);
      const i = SKY.index(above * 0.95);
      const rim = 1 - smoothstep(-0.02, 0.42, density) * 0.8;
      const lit = halo * mix(0.42, 1.7 * rim, cover);
      const veil = mix(1, 0.72 * rim + 0.14, cover);
      const disc = clamp((radius - distance * width) / 1.6 + 0.5, 0, 1);
      const maria =
        1 -
        0.2 *
          smoothstep(
            -0.1,
            0.35,
            fbm((x - moonX) / radius, (y - moonY) / radius, seed + 3, { octaves: disc > 0 ? 4 : 0 }) || 0,
          );
      const face = disc * 2 * maria * mix(1, 0.4, cover);
      picture.set(
        x,
        y,
        SKY.r[i]! * veil + lit * 0.5 + face,
        SKY.g[i]! * veil + lit * 0.5 + face * 0.95,
        SKY.b[i]! * veil + lit * 0.52 + face * 0.82,
      );
    }
  }
}

function paintWater(picture: Picture, horizon: number, moonX: number, moonY: number, seed: number): void {
  const { width, height } = picture;
  const focal = height * 1.35;
  const tile = new WaveTile(seed + 4, 0.85);
  const moonAcross = (moonX - width / 2) / focal;
  const moonUp = (horizon - moonY) / focal;
  const moonSize = Math.hypot(moonAcross, moonUp, 1);
  const gusts = Plane.from(Math.ceil(width / 6) + 1, Math.ceil((height - horizon) / 6) + 2, (x, y) => {
    const down = (y * 6 + 3) / height;
    const z = 1 / (down + 0.02);
    return fbm(((x * 6) / width - 0.5) * z * 0.35, z * 0.5, seed + 8, { octaves: 4 });
  });
  for (let y = Math.ceil(horizon); y < height; y++) {
    const down = (y + 0.5 - horizon) / focal;
    const z = EYE / down;
    const footprint = (z * Math.sqrt(1 + 1 / down)) / focal;
    for (let x = 0; x < width; x++) {
      const across = (x + 0.5 - width / 2) / focal;
      const gust = 1 + 0.55 * gusts.sample(x / 6, (y - horizon) / 6);
      let slopeX = 0;
      let slopeZ = 0;
      let hidden = 0.0002;
      for (const sea of SEAS) {
        const u = (across * z + z * sea.turn) / sea.tile;
        const v = (z - across * z * sea.turn) / sea.tile;
        const seen = smoothstep(0.16, 0.02, footprint / sea.tile);
        const size = sea.slope * gust;
        hidden += size * size * (1 - seen * seen);
        if (seen === 0) continue;
        slopeX += tile.read(tile.slopeX, u, v) * size * seen;
        slopeZ += tile.read(tile.slopeZ, u, v) * size * seen;
      }
      // The slope a facet needs to send moonlight here is that of the half vector (Cox and Munk 1954).
      const eyeSize = Math.hypot(across, down, 1);
      const hx = moonAcross / moonSize - across / eyeSize;
      const hy = moonUp / moonSize + down / eyeSize;
      const hz = 1 / moonSize - 1 / eyeSize;
      const missX = -hx / hy - slopeX;
      const missZ = -hz / hy - slopeZ;
      const spread = hidden * 1.2 + 0.0016;
      const glint = Math.exp(-(missX * missX + missZ * missZ) / (2 * spread)) / (spread * 300);
      const facing = (down + slopeZ) / eyeSize;
      const mirror = fresnel(Math.max(0.02, facing + Math.sqrt(hidden) * 0.55));
      const up = clamp(down + 2 * slopeZ + 2 * Math.sqrt(hidden), 0.01, 1);
      const i = SKY.index(0.06 + up * 1.3);
      const near = bell(across - moonAcross, 0.25) * 0.05 * Math.exp(-up * 2);
      picture.set(
        x,
        y,
        (SKY.r[i]! + near) * mirror + 0.0022 + glint * 0.62,
        (SKY.g[i]! + near) * mirror + 0.0042 + glint * 0.6,
        (SKY.b[i]! + near) * mirror + 0.007 + glint * 0.56,
      );
    }
  }
}

/** Two low islands, the farther one paler, so that the horizon has a scale. */
function paintIslands(picture: Picture, horizon: number, seed: number): void {
  const { width, height } = picture;
  for (let x = 0; x < width; x++) {
    const u = x / width;
    const far =
      (0.011 + 0.013 * fbm(u * 11, 1, seed, { octaves: 7, gain: 0.55 })) *
      smoothstep(0.62, 0.75, u) *
      smoothstep(1.15, 0.85, u);
    const near = (0.026 + 0.024 * fbm(u * 9, 7, seed + 2, { octaves: 8, gain: 0.55 })) * smoothstep(0.17, -0.12, u);
    for (const [rise, r, g, b] of [
      [far * 2.2, 0.03, 0.045, 0.075],
      [near * 1.6, 0.008, 0.012, 0.021],
    ] as const) {
      const tall = rise * height;
      for (let y = Math.floor(horizon - tall) - 1; y <= horizon + tall * 0.25 && tall > 0.5; y++) {
        const opacity =
          y < horizon ? clamp(y - (horizon - tall) + 0.5, 0, 1) : 0.45 * (1 - (y - horizon) / (tall * 0.25));
        picture.blend(x, y, r, g, b, clamp(opacity, 0, 1) * 0.95);
      }
    }
  }
}
