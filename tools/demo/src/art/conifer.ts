import type { Rgb } from './colour.ts';
import { clamp, mix, smoothstep } from './curves.ts';
import { Random } from './random.ts';
import { Plane } from './raster.ts';
import type { Picture } from './raster.ts';

/** The shade a tree casts on film: 0 open air, 1 solid. Held at full, half, quarter and eighth size. */
export interface Conifer {
  sizes: readonly Plane[];
}

/** Grows a spruce: whorls of branches that sag and lift at the tip, twigs hanging from them, gaps where snow broke some. */
export function growSpruce(seed: number, width: number, height: number): Conifer {
  const random = new Random(seed);
  const shade = new Plane(width, height);
  const middle = width / 2;
  const lean = random.normal() * width * 0.012;
  const trunkAt = (y: number): number =>
    middle + lean * (1 - y / height) + Math.sin((y / height) * 5 + seed) * width * 0.006;
  for (let y = 4; y < height; y++) dab(shade, trunkAt(y), y, 0.5 + (y / height) * width * 0.014, 1);
  const fullness = random.between(0.78, 1.1);
  let y = height * 0.012;
  while (y < height * 0.97) {
    const share = y / height;
    const reach = width * 0.47 * fullness * (0.05 + 0.95 * share ** 0.8) * random.between(0.72, 1.06);
    const branches = 5 + Math.floor(random.next() * 4);
    for (let branch = 0; branch < branches; branch++) {
      if (random.next() < 0.1) continue;
      const across = Math.cos(random.next() * Math.PI * 2);
      growBranch(
        shade,
        random,
        trunkAt(y),
        y + random.normal() * 3,
        across * reach * random.between(0.7, 1.05),
        reach,
        share,
      );
    }
    y += height * random.between(0.007, 0.016) * (0.7 + 0.6 * share);
  }
  const sizes = [shade];
  for (let size = 0; size < 4; size++) sizes.push(halved(sizes[size]!));
  return { sizes };
}

function growBranch(
  shade: Plane,
  random: Random,
  x0: number,
  y0: number,
  dx: number,
  reach: number,
  share: number,
): void {
  // Young branches near the top reach up, old ones hang, and every tip lifts a little towards the light.
  const fall = Math.abs(dx) * (random.between(0.15, 0.5) + 0.5 * share - 0.35) + reach * 0.1 * random.next();
  const lift = Math.abs(dx) * random.between(0.1, 0.3);
  const steps = Math.max(4, Math.ceil(Math.abs(dx) * 0.75));
  for (let step = 0; step <= steps; step++) {
    const along = step / steps;
    const x = x0 + dx * along;
    const y = y0 + fall * along * (1.7 - 0.7 * along) - lift * along * along * along;
    dab(shade, x, y, 0.7 + 1.1 * (1 - along), 0.7);
    for (let twig = 0; twig < 2; twig++) {
      if (random.next() < 0.3) continue;
      const length = (2.5 + reach * 0.1) * random.between(0.15, 1) * (1 - 0.6 * along);
      const drift = random.normal() * 0.55 + Math.sign(dx) * 0.55;
      const slope = random.next() < 0.22 ? -0.35 : random.between(0.35, 1);
      for (let out = 0; out < length; out += 1) dab(shade, x + drift * out, y + slope * out, 0.75, 0.52);
    }
  }
}

/** A soft round touch of the brush. */
function dab(shade: Plane, x: number, y: number, radius: number, strength: number): void {
  const { width, height, data } = shade;
  const left = Math.max(0, Math.floor(x - radius));
  const right = Math.min(width - 1, Math.ceil(x + radius));
  for (let row = Math.max(0, Math.floor(y - radius)); row <= Math.min(height - 1, Math.ceil(y + radius)); row++) {
    for (let column = left; column <= right; column++) {
      const distance = Math.hypot(column - x, row - y);
      if (distance >= radius + 0.5) continue;
      const index = row * width + column;
      const opacity = strength * Math.min(1, radius + 0.5 - distance);
      data[index] = data[index]! + (1 - data[index]!) * opacity;
    }
  }
}

function halved(plane: Plane): Plane {
  return Plane.from(plane.width >> 1, plane.height >> 1, (x, y) => {
    const index = y * 2 * plane.width + x * 2;
    const { data } = plane;
    return (data[index]! + data[index + 1]! + data[index + plane.width]! + data[index + plane.width + 1]!) / 4;
  });
}

/** One tree in a picture; lengths in pixels. */
export interface Stand {
  x: number;
  foot: number;
  tall: number;
  flip: boolean;
  tone: Rgb;
  /** Opacity of the darkest part. */
  strength: number;
  /** Share of its height over which the foot fades into mist. */
  mist: number;
}

/** Stands one tree in the picture, drawn from the size of its likeness nearest to the one needed. */
export function standTree(picture: Picture, kind: Conifer, { x, foot, tall, flip, tone, strength, mist }: Stand): void {
  const full = kind.sizes[0]!;
  const wide = (tall * full.width) / full.height;
  const level = clamp(Math.floor(Math.log2(full.height / tall) + 0.35), 0, kind.sizes.length - 1);
  const shade = kind.sizes[level]!;
  const scale = shade.height / tall;
  const left = Math.max(0, Math.floor(x - wide / 2));
  const right = Math.min(picture.width - 1, Math.ceil(x + wide / 2));
  const top = Math.max(0, Math.floor(foot - tall));
  const bottom = Math.min(picture.height - 1, Math.floor(foot));
  const ground = 0.35 + 0.4 * strength;
  for (let row = top; row <= bottom; row++) {
    const v = (row - foot + tall) * scale;
    const fade = strength * (mist > 0 ? mix(ground, 1, smoothstep(0, mist, (foot - row) / tall)) : 1);
    for (let column = left; column <= right; column++) {
      const u = (column - x + wide / 2) * scale;
      const solid = shade.sample(flip ? shade.width - 1 - u : u, v);
      if (solid > 0.01) picture.blend(column, row, tone[0], tone[1], tone[2], solid * fade);
    }
  }
}
