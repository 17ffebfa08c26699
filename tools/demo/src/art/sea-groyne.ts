import { Gradient } from './colour.ts';
import { bell, clamp, mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import type { Frame } from './frame.ts';
import { fbm, noise } from './noise.ts';
import { Random } from './random.ts';
import { Picture, Plane } from './raster.ts';

const SKY = new Gradient([
  [0, 0xe9c6b0],
  [0.08, 0xe3c3b4],
  [0.25, 0xc4b6ba],
  [0.55, 0x9aa1b2],
  [1, 0x6d7b93],
]);

const HORIZON = 0.47;

/** A post of the old breakwater, in metres: across, away, above the water, half width. */
interface Post {
  x: number;
  z: number;
  top: number;
  half: number;
  lean: number;
}

/** Dawn over a flat sea, four minutes of exposure, with the posts of a breakwater walking out into it. */
export function paintGroyne({ width, height, seed }: Frame): Uint8Array {
  const picture = new Picture(width, height);
  const horizon = height * HORIZON;
  const coarse = 4;
  const streaks = Plane.from(Math.ceil(width / coarse) + 1, Math.ceil(height / coarse) + 1, (x, y) => {
    const across = (x * coarse - width * 0.72) / height;
    const up = Math.abs(y * coarse - horizon) / height + 0.035;
    const warp = fbm(across * 0.8, up * 3, seed + 5, { octaves: 2 }) * 0.25;
    return fbm((across / up) * 0.55 + warp, 0.35 / up + across * 0.2 + warp, seed, { octaves: 5, gain: 0.46 });
  });
  const swell = Plane.from(Math.ceil(width / 3) + 1, Math.ceil(height / 3) + 1, (x, y) => {
    const down = Math.max(0, y * 3 - horizon) / height + 0.012;
    return fbm((x * 3) / height / (down * 3 + 0.3), 1.5 / down, seed + 9, { octaves: 4, gain: 0.55 });
  });
  for (let y = 0; y < height; y++) {
    const above = (horizon - y) / horizon;
    const below = (y - horizon) / (height - horizon);
    for (let x = 0; x < width; x++) {
      const glow = bell((x - width * 0.3) / width, 0.3);
      if (y < horizon) {
        const streak = streaks.sample(x / coarse, y / coarse) * smoothstep(0, 0.2, above);
        const i = SKY.index(above * 0.92 + 0.08 * (1 - glow) - streak * 0.13);
        const lift = 1 + streak * 0.32 + glow * 0.16 * (1 - above);
        picture.set(x, y, SKY.r[i]! * lift, SKY.g[i]! * lift * 0.995, SKY.b[i]! * lift);
      } else {
        const smear = swell.sample(x / 3, y / 3);
        const mirrored =
          streaks.sample(x / coarse, Math.max(0, horizon - (y - horizon) * 0.8) / coarse) * smoothstep(0, 0.3, below);
        const i = SKY.index(0.05 + below * 0.75 + 0.08 * (1 - glow) - mirrored * 0.08 + smear * 0.035);
        const loss =
          mix(0.9, 0.62, smoothstep(0, 1, below)) * (1 + smear * 0.07 + mirrored * 0.14 + glow * 0.1 * (1 - below));
        picture.set(x, y, SKY.r[i]! * loss * 0.97, SKY.g[i]! * loss, SKY.b[i]! * loss * 1.03);
      }
    }
  }
  softenHorizon(picture, horizon);
  drawPosts(picture, horizon, seed);
  return develop(picture, seed, {
    exposure: 1.08,
    grain: 1.8,
    vignette: 0.2,
    contrast: 1.12,
    shadowTint: [0, 0.004, 0.016],
  });
}

/** A sea horizon is never a knife edge: a little haze over a few rows either side. */
function softenHorizon(picture: Picture, horizon: number): void {
  const reach = picture.height * 0.012;
  for (let y = Math.floor(horizon - reach); y < horizon + reach * 0.6; y++) {
    const haze = 0.55 * bell((y - horizon) / reach, 0.4);
    for (let x = 0; x < picture.width; x++) {
      const glow = bell((x - picture.width * 0.3) / picture.width, 0.3);
      picture.blend(x, y, 0.68 + 0.1 * glow, 0.52 + 0.07 * glow, 0.46 + 0.03 * glow, haze * 0.6);
    }
  }
}

function drawPosts(picture: Picture, horizon: number, seed: number): void {
  const random = new Random(seed + 77);
  const focal = picture.height * 1.9;
  const eye = 2.1;
  const posts: Post[] = [];
  for (let index = 0; index < 26; index++) {
    const z = 7.2 * 1.115 ** index;
    const broken = random.next() < 0.2 && index > 1;
    posts.push({
      x: 2.9 - z * 0.055 + 0.011 * z * Math.sin(index * 0.16) + random.normal() * 0.035,
      z: z + random.normal() * 0.1,
      top: (broken ? 0.45 : 1.12) * random.between(0.82, 1.08),
      half: random.between(0.075, 0.1),
      lean: random.normal() * 0.035,
    });
  }
  for (const post of posts.reverse()) drawPost(picture, post, focal, horizon, eye, seed);
}

function drawPost(picture: Picture, post: Post, focal: number, horizon: number, eye: number, seed: number): void {
  const scale = focal / post.z;
  const foot = horizon + eye * scale;
  const tall = post.top * scale;
  const half = Math.max(0.6, post.half * scale);
  const centre = picture.width * 0.5 + post.x * scale;
  const haze = 1 - Math.exp(-post.z / 85);
  const veil = picture.height * 0.006 + tall * 0.05;
  const from = Math.floor(foot - tall - half);
  const until = Math.min(picture.height, Math.ceil(foot + tall * 1.2));
  for (let y = Math.max(0, from); y < until; y++) {
    const mirrored = y > foot;
    const level = mirrored ? (y - foot) / tall : (foot - y) / tall;
    const soft = mirrored ? 0.8 + level * half * 0.5 : 0.8;
    const middle = centre + post.lean * level * tall;
    for (let x = Math.floor(middle - half - soft * 3); x <= middle + half + soft * 3; x++) {
      if (x < 0 || x >= picture.width) continue;
      const across = (x + 0.5 - middle) / half;
      const cap = level - 1 - 0.025 * noise(across * 1.3, post.z, seed) + 0.03 * across * across;
      const edge = clamp((half - Math.abs(x + 0.5 - middle)) / soft + 0.5, 0, 1);
      const crown = clamp((-cap * tall) / (mirrored ? 2 + half : 1.2) + 0.5, 0, 1);
      let opacity = edge * crown;
      if (opacity <= 0.003) continue;
      const grainAcross = fbm(across * 2.4 + post.z * 7, level * post.top * 1.6, seed + 3, { octaves: 3 });
      const round = Math.sqrt(Math.max(0, 1 - across * across));
      const lit = 0.3 + 0.5 * smoothstep(0.5, -1, across) + 0.3 * round;
      const wet = smoothstep(0.55, 0.25, level + grainAcross * 0.12);
      const tone = (0.055 + grainAcross * 0.035) * lit * mix(1.25, 0.42, wet);
      opacity *= mirrored
        ? 0.62 * Math.exp(-level * 1.5) * smoothstep(-0.02, 0.1, level) + 0.1 * smoothstep(1, 0, level)
        : 1 - 0.75 * bell(y - foot, veil);
      const r = mix(tone * 1.06, 0.46, haze);
      const g = mix(tone, 0.4, haze);
      const b = mix(tone * 0.98, 0.4, haze);
      picture.blend(x, y, r, g, b, clamp(opacity, 0, 1));
    }
  }
}
