import { survey } from './camera.ts';
import { featherEdges, lensSoftness } from './compose.ts';
import { bell, clamp, mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import type { Frame } from './frame.ts';
import { fbm, noise } from './noise.ts';
import { Picture, Plane } from './raster.ts';
import { Terrain } from './terrain.ts';

const SPAN = 320;
const CELLS = 900;
const HORIZON = 0.6;
const SUN = { x: 0.75, z: -0.55, rise: 0.9 };

/** Stacks, metres: across from the middle of the map, away, half width, height. */
const STACKS = [
  { x: -24, z: 150, half: 15, tall: 52 },
  { x: -3, z: 168, half: 7.5, tall: 30 },
  { x: 27, z: 205, half: 11, tall: 40 },
  { x: -44, z: 142, half: 7, tall: 7 },
  { x: 4, z: 118, half: 5, tall: 3.4 },
  { x: 62, z: 262, half: 30, tall: 17 },
] as const;

/** Sea stacks in a long exposure: the sea gone to milk, the sky to cloth, only the rock holding still. */
export function paintStacks({ width, height, seed }: Frame): Uint8Array {
  const rock = raiseStacks(seed);
  const light = rock.sunlight(SUN, 2);
  const open = rock.openness([3, 8, 20], 0.35);
  const camera = { x: SPAN / 2, z: 0, height: 7, focal: width * 1.62, horizon: height * HORIZON, near: 20, far: 318, stride: 0.0012 };
  const view = survey(rock, camera, width, height);
  const picture = new Picture(width, height);
  const sky = clothSky(width, height, seed);
  const milk = Plane.from(Math.ceil(width / 4) + 1, Math.ceil(height / 4) + 1, (x, y) => {
    const z = 1 / (Math.max(1, y * 4 - camera.horizon) / height + 0.01);
    return fbm((x * 4) / width * z * 0.22, z * 0.8, seed + 9, { octaves: 5, gain: 0.55 });
  });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = view.depth.data[y * width + x]!;
      const px = camera.x + ((x + 0.5 - width / 2) / camera.focal) * depth;
      const pz = camera.z + depth;
      const ground = depth === 0 ? -1 : camera.height - ((y + 0.5 - camera.horizon) / camera.focal) * depth;
      const below = (y - camera.horizon) / (height - camera.horizon);
      let tone: number;
      if (depth === 0 || rock.height(px, pz) < 0.05) {
        tone = below < 0 ? sky.sample(x / 4, y / 4) : seaTone(sky, milk, x, y, camera.horizon, below);
        if (below >= 0) tone *= 1 - 0.5 * reflection(view.depth, rock, camera, x, y, width);
      } else {
        const shade = rockTone(rock, open, light, px, pz, ground, seed);
        const mist = smoothstep(4.5, 0, ground + 1.6 * fbm(px * 0.09, pz * 0.09, seed + 4, { octaves: 3 }));
        tone = mix(mix(shade, 0.58, 0.14 + depth / 1500), 0.5, mist * 0.93);
      }
      picture.set(x, y, tone * 0.985, tone, tone * 1.03);
    }
  }
  featherEdges(picture, view);
  lensSoftness(picture, 0.12);
  return develop(picture, seed, { exposure: 1, grain: 2.6, vignette: 0.34, contrast: 1.22, shadowTint: [-0.004, 0, 0.014], lightTint: [0.012, 0.006, -0.012] });
}

/** Stacks as columns with fluted walls, broken tops and a skirt of boulders; heights in metres, sea at zero. */
function raiseStacks(seed: number): Terrain {
  const cell = SPAN / CELLS;
  const heights = Plane.from(CELLS, CELLS, (cx, cz) => {
    const x = cx * cell - SPAN / 2;
    const z = cz * cell;
    let height = -3;
    for (const stack of STACKS) {
      const dx = x - stack.x;
      const dz = z - stack.z;
      const reach = stack.half * 2;
      if (dx < -reach || dx > reach || dz < -reach || dz > reach) continue;
      const rough = fbm(x * 0.11, z * 0.11, seed, { octaves: 5, gain: 0.55 });
      const joints = Math.abs(noise(x * 0.24, z * 0.24, seed + 6));
      const wall = Math.hypot(dx, dz * 0.85) / stack.half + rough * 0.62 - joints * 0.2;
      const top = stack.tall * (1 + 0.3 * noise(x * 0.06, z * 0.06, seed + 2) + 0.22 * rough - (0.16 * dx) / stack.half);
      const body = top * (0.86 * smoothstep(0.98, 0.66, wall) + 0.14 * smoothstep(1.25, 0.8, wall));
      const skirt = 2.6 * smoothstep(1.5, 0.9, wall + 0.3 * noise(x * 0.5, z * 0.5, seed + 3)) - 1;
      height = Math.max(height, body, skirt);
    }
    return height;
  });
  return new Terrain(heights, SPAN);
}

/** Bedding and joints make the face; the light from the right models it. */
function rockTone(rock: Terrain, open: Plane, light: Plane, px: number, pz: number, ground: number, seed: number): number {
  const slopeX = rock.read(rock.slopeX, px, pz);
  const slopeZ = rock.read(rock.slopeZ, px, pz);
  const steep = Math.hypot(slopeX, slopeZ, 1);
  const bedding = fbm((px + pz) * 0.05, ground * 0.9 + px * 0.07, seed + 11, { octaves: 5, gain: 0.6 });
  const joints = fbm((px - pz * 0.6) * 0.5, ground * 0.09, seed + 13, { octaves: 5, gain: 0.6 });
  const facing = (-slopeX * SUN.x - slopeZ * SUN.z + SUN.rise) / steep / 1.3 + bedding * 0.34 + joints * 0.3;
  const sun = clamp(facing, 0, 1.2) * rock.read(light, px, pz);
  const top = smoothstep(2.2, 0.9, steep);
  const wet = smoothstep(9, 3, ground + bedding * 4);
  const stone = (0.05 + 0.03 * bedding + 0.025 * joints + top * 0.05) * mix(1, 0.5, wet);
  return Math.max(0.004, stone * (0.25 + 0.9 * rock.read(open, px, pz) + sun * 2.1));
}

/** Cloud dragged across the frame from a point beyond the left edge for the length of the exposure. */
function clothSky(width: number, height: number, seed: number): Plane {
  const horizon = height * HORIZON;
  return Plane.from(Math.ceil(width / 4) + 1, Math.ceil(height / 4) + 1, (x, y) => {
    const up = Math.max(0, horizon - y * 4) / height;
    const across = (x * 4) / width + 0.35;
    const angle = Math.atan2(up + 0.05, across);
    const streak = fbm(angle * 7.5, across * 0.9, seed + 17, { octaves: 5, gain: 0.55 });
    const broad = fbm(angle * 2.1, across * 0.35, seed + 19, { octaves: 2 });
    const fall = mix(0.66, 0.2, smoothstep(0, 0.62, up));
    return fall * (1 + streak * 0.42 + broad * 0.75) + 0.1 * bell(up, 0.1);
  });
}

function seaTone(sky: Plane, milk: Plane, x: number, y: number, horizon: number, below: number): number {
  const mirrored = sky.sample(x / 4, Math.max(0, horizon - (y - horizon) * 0.9) / 4);
  const soft = milk.sample(x / 4, y / 4);
  return mix(0.6, mix(mirrored, 0.36, 0.4), smoothstep(0, 0.35, below)) * (1 + 0.16 * soft) * mix(1, 0.72, smoothstep(0.3, 1, below));
}

/** How dark a stack's smeared reflection is here: looks straight up the column for rock above the waterline. */
function reflection(depths: Plane, rock: Terrain, camera: { x: number; z: number; focal: number; horizon: number; height: number }, x: number, y: number, width: number): number {
  let dark = 0;
  const foot = camera.horizon + (camera.height * camera.focal) / 160;
  for (let tap = 1; tap <= 5; tap++) {
    const row = Math.round(foot - (y - foot) * (0.55 + tap * 0.16));
    if (row < 0 || row >= depths.height) continue;
    const depth = depths.at(x, row);
    if (depth === 0) continue;
    const px = camera.x + ((x + 0.5 - width / 2) / camera.focal) * depth;
    if (rock.height(px, camera.z + depth) > 1) dark += 0.2;
  }
  return dark * smoothstep(1.5, 0.1, (y - foot) / (depths.height - foot));
}
