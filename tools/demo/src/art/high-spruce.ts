import { growSpruce, standTree } from './conifer.ts';
import { mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import { detailFor } from './frame.ts';
import type { Frame } from './frame.ts';
import { fbm } from './noise.ts';
import { Random } from './random.ts';
import { Picture, Plane } from './raster.ts';

const STANDS = 13;
const MIST_TOP = [0.56, 0.6, 0.63] as const;
const MIST_FOOT = [0.74, 0.765, 0.77] as const;
const NEEDLES = [0.016, 0.022, 0.023] as const;

/** A steep spruce wood coming and going in freezing fog. */
export function paintSpruce({ width, height, seed }: Frame): Uint8Array {
  const picture = new Picture(width, height);
  const random = new Random(seed);
  const detail = detailFor({ width });
  const kinds = Array.from({ length: 7 }, (_, kind) =>
    growSpruce(seed + kind * 11, Math.round(360 * detail), Math.round(1000 * detail)),
  );
  const mist = Plane.from(Math.ceil(width / 6) + 1, Math.ceil(height / 6) + 1, (x, y) => {
    const u = (x * 6) / width;
    const v = (y * 6) / width;
    const warp = fbm(u * 1.5, v * 1.5, seed + 3, { octaves: 2 });
    return fbm(u * 1.6 + warp * 0.6 + v * 0.5, v * 2.6 + warp * 0.5, seed + 4, { octaves: 5, gain: 0.5 });
  });
  for (let y = 0; y < height; y++) {
    const share = smoothstep(0, 0.75, y / height);
    for (let x = 0; x < width; x++) {
      const drift = 1 + 0.13 * mist.sample(x / 6, y / 6);
      picture.set(
        x,
        y,
        mix(MIST_TOP[0], MIST_FOOT[0], share) * drift,
        mix(MIST_TOP[1], MIST_FOOT[1], share) * drift,
        mix(MIST_TOP[2], MIST_FOOT[2], share) * drift,
      );
    }
  }
  for (let stand = 0; stand < STANDS; stand++) {
    const near = stand / (STANDS - 1);
    const tall = height * mix(0.085, 0.52, near ** 1.9);
    const count = Math.round(mix(46, 9, near ** 0.7));
    const tilt = (stand % 3 === 1 ? -0.1 : 0.24) * (1 - near * 0.5);
    const foot = height * (0.3 + 0.86 * near ** 1.25);
    const trees = Array.from({ length: count }, (_, tree) => ({
      x: width * ((tree + random.normal() * 0.55 + 0.5) / count),
      size: tall * random.between(0.55, 1.12),
      kind: Math.floor(random.next() * kinds.length),
      flip: random.next() < 0.5,
    }));
    for (const tree of trees) {
      const bump = 0.05 * height * fbm((tree.x / width) * 2.2, stand * 3.7, seed + 5, { octaves: 2 });
      standTree(picture, kinds[tree.kind]!, {
        x: tree.x,
        foot: foot + tilt * (tree.x - width / 2) + bump,
        tall: tree.size,
        flip: tree.flip,
        tone: NEEDLES,
        strength: 0.1 + 0.86 * near ** 1.5,
        mist: 0.35,
      });
    }
    if (stand < STANDS - 1) drawVeil(picture, mist, foot, tall, tilt, near, stand);
  }
  return develop(picture, seed, {
    exposure: 0.98,
    grain: 2.4,
    vignette: 0.24,
    contrast: 1.2,
    shadowTint: [-0.004, 0.002, 0.01],
    lightTint: [0.01, 0.006, -0.004],
  });
}

/** Fog lying between one stand and the next, thickest about their feet; reckoned once for every four pixels. */
function drawVeil(
  picture: Picture,
  mist: Plane,
  foot: number,
  tall: number,
  tilt: number,
  near: number,
  stand: number,
): void {
  const { width, height } = picture;
  const slant = (Math.abs(tilt) * width) / 2;
  const strength = mix(0.62, 0.5, near);
  for (let y = Math.max(0, Math.floor((foot - slant - tall * 0.75) / 2) * 2); y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const line = foot + tilt * (x - width / 2);
      const low = smoothstep(line - tall * 0.75, line + tall * 0.1, y);
      if (low < 0.01) continue;
      const wisp = smoothstep(
        -0.35,
        0.5,
        mist.sample(((x + stand * 733) % width) / 6, ((y + stand * 389) % height) / 6),
      );
      const opacity = low * (0.25 + 0.75 * wisp) * strength;
      for (let row = y; row < Math.min(y + 2, height); row++) {
        for (let column = x; column < Math.min(x + 2, width); column++) {
          picture.blend(column, row, MIST_FOOT[0], MIST_FOOT[1], MIST_FOOT[2], opacity);
        }
      }
    }
  }
}
