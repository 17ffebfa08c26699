import { bell, clamp, mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import type { Frame } from './frame.ts';
import { fbm } from './noise.ts';
import { Picture, Plane } from './raster.ts';
import { fresnel, WaveTile } from './waves.ts';

const HORIZON = 0.77;
const EYE = 14;
const SEAS = [
  { tile: 160, slope: 0.03, turn: 0.15 },
  { tile: 41, slope: 0.045, turn: -0.4 },
  { tile: 11, slope: 0.05, turn: 0.5 },
] as const;

/** A squall crossing open water, a bright gap under it along the horizon. */
export function paintSquall({ width, height, seed }: Frame): Uint8Array {
  const picture = new Picture(width, height);
  const horizon = Math.round(height * HORIZON);
  const sky = stormSky(width, horizon, seed);
  for (let y = 0; y < horizon; y++) {
    const up = (horizon - y) / horizon;
    for (let x = 0; x < width; x++) {
      const tone = sky.sample(x / 3, y / 3);
      const warm = smoothstep(0.3, 0.9, tone) * (1 - up);
      picture.set(x, y, tone * (0.94 + 0.1 * warm), tone * (0.985 + 0.02 * warm), tone * (1.06 - 0.14 * warm));
    }
  }
  paintSea(picture, sky, horizon, seed);
  return develop(picture, seed, {
    exposure: 1.3,
    grain: 2.4,
    vignette: 0.28,
    contrast: 1.25,
    shadowTint: [-0.006, 0.002, 0.016],
  });
}

/** Tones of the sky at a third of the size: a cloud deck in perspective, lit from the gap, with rain let down from it. */
function stormSky(width: number, horizon: number, seed: number): Plane {
  const wide = Math.ceil(width / 3) + 1;
  const tall = Math.ceil(horizon / 3) + 2;
  const deck = Plane.from(wide, tall, (x, y) => {
    const up = Math.max(0, horizon - y * 3) / horizon + 0.24;
    const u = ((x * 3) / width - 0.4) / up;
    const v = 0.8 / up;
    const warpX = fbm(u * 0.9 + 3, v * 1.3, seed + 1, { octaves: 3 });
    const warpY = fbm(u * 0.9 + 8, v * 1.3, seed + 3, { octaves: 3 });
    return fbm(u * 1.5 + warpX * 0.4, v * 2.1 + warpY * 0.5, seed + 2, { octaves: 7, gain: 0.57 });
  });
  return Plane.from(wide, tall, (x, y) => {
    const across = (x * 3) / width;
    const up = Math.max(0, (horizon - y * 3) / horizon);
    const density = deck.at(x, y);
    const towardLight = deck.sample(x - tall * 0.006, y + tall * 0.018);
    const rim = clamp((density - towardLight) * 2.4, -0.5, 0.9);
    const edge = 0.1 + 0.1 * density + 0.05 * smoothstep(0.45, 0, across);
    const gap = smoothstep(edge + 0.035, edge - 0.035, up) * smoothstep(1.3, 0.2, across);
    const lit = bell(across - 0.24, 0.3);
    let tone = mix(0.15, 0.06, smoothstep(0.1, 0.95, up)) * (1 + 1.3 * rim * (0.35 + lit) + 1.1 * density) + 0.03;
    tone += 0.15 * bell(up - 0.16, 0.16) * lit * (0.6 + density);
    tone = mix(tone, (0.42 + 0.36 * lit - 0.9 * up) * (1 + 0.35 * density), gap);
    const thick = rain(across, up, seed);
    return mix(tone, mix(0.075, 0.3, smoothstep(0.4, 0, up) * bell(across - 0.4, 0.22)), thick);
  });
}

/** How thick the rain is here: a curtain that leans with the wind and frays where it leaves the cloud. */
function rain(across: number, up: number, seed: number): number {
  const leaned = across - 0.24 * up + 0.03 * fbm(up * 2, 3, seed + 7, { octaves: 2 });
  const body =
    smoothstep(0.44, 0.6, leaned) * (0.72 + 0.28 * smoothstep(1.05, 0.7, leaned)) + 0.6 * bell(leaned - 0.36, 0.024);
  const shafts = 1 + 0.42 * fbm(leaned * 16, 1, seed + 8, { octaves: 4, gain: 0.55 }) - 0.1;
  const ceiling = 0.52 + 0.16 * fbm(across * 4, 2, seed + 10, { octaves: 3 });
  return clamp(body * shafts * smoothstep(ceiling, ceiling - 0.34, up), 0, 0.985);
}

function paintSea(picture: Picture, sky: Plane, horizon: number, seed: number): void {
  const { width, height } = picture;
  const focal = height * 1.5;
  const tile = new WaveTile(seed + 4, 0.45);
  const gusts = Plane.from(Math.ceil(width / 6) + 1, Math.ceil((height - horizon) / 6) + 2, (x, y) => {
    const z = 1 / ((y * 6 + 3) / height + 0.012);
    return fbm(((x * 6) / width - 0.5) * z * 0.3, z * 0.42, seed + 6, { octaves: 4, gain: 0.55 });
  });
  for (let y = horizon; y < height; y++) {
    const down = (y + 0.5 - horizon) / focal;
    const z = EYE / down;
    const footprint = (z * Math.sqrt(1 + 1 / down)) / focal;
    const haze = Math.exp(-down * 90);
    for (let x = 0; x < width; x++) {
      const across = (x + 0.5 - width / 2) / focal;
      const gust = 1 + 0.7 * gusts.sample(x / 6, (y - horizon) / 6);
      let slope = 0;
      let hidden = 0.0012;
      for (const sea of SEAS) {
        const seen = smoothstep(0.16, 0.02, footprint / sea.tile);
        const size = sea.slope * gust;
        hidden += size * size * (1 - seen * seen);
        if (seen === 0) continue;
        const u = (across * z + z * sea.turn) / sea.tile;
        const v = (z - across * z * sea.turn) / sea.tile;
        slope += tile.read(tile.slopeZ, u, v) * size * seen;
      }
      const rough = Math.sqrt(hidden);
      const mirror = fresnel(Math.max(0.03, down + slope + rough * 0.6));
      const up = clamp(down + 2 * slope + 1.4 * rough, 0.015, 0.95);
      const seenSky = sky.sample(x / 3, (horizon - up * horizon * 0.8) / 3);
      const tone = seenSky * mirror * (1 + 0.25 * (gust - 1)) + 0.012 * (1 - mirror);
      const edge = sky.sample(x / 3, (horizon - 4) / 3);
      picture.set(
        x,
        y,
        mix(tone * 0.93, edge * 0.8, haze),
        mix(tone * 1.0 + 0.001, edge * 0.8, haze),
        mix(tone * 1.04 + 0.002, edge * 0.82, haze),
      );
    }
  }
}
