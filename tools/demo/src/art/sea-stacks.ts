import { blur } from './blur.ts';
import { survey } from './camera.ts';
import type { Camera, View } from './camera.ts';
import { featherEdges, lensSoftness } from './compose.ts';
import { bell, clamp, mix, smoothstep } from './curves.ts';
import { develop } from './film.ts';
import { detailFor } from './frame.ts';
import type { Frame } from './frame.ts';
import { fbm, noise } from './noise.ts';
import { Picture, Plane } from './raster.ts';
import { Terrain } from './terrain.ts';

const SPAN = 320;
const CELLS = 900;
const HORIZON = 0.66;
const SUN = { x: 0.75, z: -0.55, rise: 0.9 };

/** Stacks, metres: across from the middle of the map, away, half width, height. */
const STACKS = [
  { x: -22, z: 205, half: 13, tall: 50 },
  { x: 6, z: 222, half: 6.5, tall: 29 },
  { x: 33, z: 262, half: 8, tall: 21 },
  { x: -43, z: 196, half: 7, tall: 8 },
  { x: 13, z: 178, half: 4.5, tall: 3 },
] as const;

/** Sea stacks in a long exposure: the sea gone to milk, the sky to cloth, only the rock holding still. */
export function paintStacks({ width, height, seed }: Frame): Uint8Array {
  const rock = raiseStacks(seed, Math.round(CELLS * detailFor({ width })));
  const light = rock.sunlight(SUN, 2);
  const open = rock.openness([3, 8, 20], 0.35);
  const camera = {
    x: SPAN / 2,
    z: 0,
    height: 7,
    focal: width * 1.75,
    horizon: height * HORIZON,
    near: 60,
    far: 318,
    stride: 0.0012,
  };
  const view = survey(rock, camera, width, height);
  const picture = new Picture(width, height);
  const sky = clothSky(width, height, seed);
  const mirrored = smearedReflection(view, rock, camera, width, height);
  const milk = Plane.from(Math.ceil(width / 4) + 1, Math.ceil(height / 4) + 1, (x, y) => {
    const z = 1 / (Math.max(1, y * 4 - camera.horizon) / height + 0.01);
    return fbm(((x * 4) / width) * z * 0.22, z * 0.8, seed + 9, { octaves: 5, gain: 0.55 });
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
        if (below >= 0) tone *= 1 - 0.42 * mirrored.sample(x / 4, y / 4);
      } else {
        const shade = rockTone(rock, open, light, px, pz, ground, seed);
        const mist = smoothstep(4.5, 0, ground + 1.6 * fbm(px * 0.09, pz * 0.09, seed + 4, { octaves: 3 }));
        tone = mix(mix(shade, 0.5, 0.02 + smoothstep(190, 300, depth) * 0.4), 0.56, mist * 0.96);
      }
      picture.set(x, y, tone * 0.985, tone, tone * 1.03);
    }
  }
  featherEdges(picture, view);
  lensSoftness(picture, 0.12);
  return develop(picture, seed, {
    exposure: 1,
    grain: 2.6,
    vignette: 0.34,
    contrast: 1.22,
    shadowTint: [-0.004, 0, 0.014],
    lightTint: [0.012, 0.006, -0.012],
  });
}

/** Stacks as columns with fluted walls, broken tops and a skirt of boulders; heights in metres, sea at zero. */
function raiseStacks(seed: number, cells: number): Terrain {
  const cell = SPAN / cells;
  const heights = Plane.from(cells, cells, (cx, cz) => {
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
      const top =
        stack.tall * (1 + 0.3 * noise(x * 0.06, z * 0.06, seed + 2) + 0.22 * rough - (0.16 * dx) / stack.half);
      const body = top * (0.86 * smoothstep(0.98, 0.66, wall) + 0.14 * smoothstep(1.25, 0.8, wall));
      const skirt = 2.6 * smoothstep(1.5, 0.9, wall + 0.3 * noise(x * 0.5, z * 0.5, seed + 3)) - 1;
      height = Math.max(height, body, skirt);
    }
    return height;
  });
  return new Terrain(heights, SPAN);
}

/** Bedding and joints make the face; the light from the right models it. */
function rockTone(
  rock: Terrain,
  open: Plane,
  light: Plane,
  px: number,
  pz: number,
  ground: number,
  seed: number,
): number {
  const slopeX = rock.read(rock.slopeX, px, pz);
  const slopeZ = rock.read(rock.slopeZ, px, pz);
  const steep = Math.hypot(slopeX, slopeZ, 1);
  const bedding = fbm((px + pz) * 0.05, ground * 0.75 + px * 0.16, seed + 11, { octaves: 4, gain: 0.6 });
  const joints = fbm((px - pz * 0.6) * 0.5, ground * 0.09, seed + 13, { octaves: 4, gain: 0.6 });
  const blotch = fbm((px + pz * 0.7) * 0.33, ground * 0.33, seed + 15, { octaves: 4, gain: 0.62 });
  const facing =
    (-slopeX * SUN.x - slopeZ * SUN.z + SUN.rise) / steep / 1.3 + bedding * 0.26 + joints * 0.34 + blotch * 0.3;
  const sun = clamp(facing, 0, 1.2) * rock.read(light, px, pz);
  const top = smoothstep(2.2, 0.9, steep);
  const wet = smoothstep(9, 3, ground + bedding * 4);
  const stone = (0.05 + 0.02 * bedding + 0.02 * joints + 0.04 * blotch + top * 0.05) * mix(1, 0.5, wet);
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
    const fall = mix(0.66, 0.16, smoothstep(0, 0.66, up));
    return fall * (1 + streak * 0.5 + broad * 0.8) + 0.16 * bell(up, 0.12);
  });
}

function seaTone(sky: Plane, milk: Plane, x: number, y: number, horizon: number, below: number): number {
  const mirrored = sky.sample(x / 4, Math.max(0, horizon - (y - horizon) * 0.9) / 4);
  const soft = milk.sample(x / 4, y / 4);
  return (
    mix(0.6, mix(mirrored, 0.36, 0.4), smoothstep(0, 0.35, below)) *
    (1 + 0.16 * soft) *
    mix(1, 0.72, smoothstep(0.3, 1, below))
  );
}

/** The stacks upside down in the water, smeared by the swell: 0 to 1 at a quarter of the frame's size. */
function smearedReflection(view: View, rock: Terrain, camera: Camera, width: number, height: number): Plane {
  const upright = Plane.from(Math.ceil(width / 4) + 1, Math.ceil(height / 4) + 1, (x, y) => {
    const depth = view.depth.at(x * 4, y * 4);
    if (depth === 0) return 0;
    const px = camera.x + ((x * 4 - width / 2) / camera.focal) * depth;
    return rock.height(px, camera.z + depth) > 1 ? 1 : 0;
  });
  const foot = (camera.horizon + (camera.height * camera.focal) / 190) / 4;
  const mirrored = Plane.from(upright.width, upright.height, (x, y) =>
    y < foot ? 0 : upright.sample(x, foot - (y - foot) * 0.85) * smoothstep(0.75, 0, (y - foot) / (height / 4 - foot)),
  );
  return blur(mirrored, width / 330, height / 90);
}
