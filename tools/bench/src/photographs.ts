import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '@portfolio/testing/statistics';
import sharp from 'sharp';

export interface Photograph {
  name: string;
  file: Buffer;
  extension: 'jpg' | 'png';
}

const KINDS = [
  { name: '12 megapixel JPEG', width: 4000, height: 3000, extension: 'jpg' },
  { name: '24 megapixel JPEG', width: 6000, height: 4000, extension: 'jpg' },
  { name: '48 megapixel JPEG', width: 8000, height: 6000, extension: 'jpg' },
  { name: '12 megapixel PNG', width: 4000, height: 3000, extension: 'png' },
  { name: '48 megapixel PNG', width: 8000, height: 6000, extension: 'png' },
] as const;

type Kind = (typeof KINDS)[number];

/** The timed kinds; the last kind is for memory only. */
export const TIMED: readonly Kind[] = KINDS.slice(0, 4);
/** The largest kind of each format. */
export const LARGEST = KINDS.slice(2).filter(({ width }) => width === 8000);

/** Size of the scene, which is scaled to each picture. */
const [SCENE_WIDTH, SCENE_HEIGHT] = [2000, 1400];
/** Sizes of the scene's blots in pixels: a photograph has equal detail at each scale (1/f). */
const BLOTS = [500, 200, 80, 30, 12, 5, 2];
/** Largest noise of a sample, of 255. */
const GRAIN = 5;

/** Paints a picture as hard to encode as a photograph: shapes of all sizes, soft and hard edges, and grain. */
export async function paintPhotograph({ name, width, height, extension }: Kind, seed: number): Promise<Photograph> {
  const random = seededRandom(seed);
  const scene = await (scenes[seed] ??= paintScene(seededRandom(seed)));
  const data = await sharp(scene, { raw: { width: SCENE_WIDTH, height: SCENE_HEIGHT, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  // A few thousand samples of noise, repeated.
  const grain = Int8Array.from({ length: 9973 }, () => Math.round((random() + random() - 1) * GRAIN));
  for (let i = 0; i < data.length; i += 1) data[i] = clamped(data[i]! + grain[i % grain.length]!);
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const file = await (
    extension === 'jpg' ? picture.jpeg({ quality: 88 }) : picture.png({ compressionLevel: 6 })
  ).toBuffer();
  return { name, file, extension };
}

/** @throws where the folder has none */
export async function readPhotographs(folder: string): Promise<Photograph[]> {
  const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png)$/i.test(name)).sort();
  if (names.length === 0) throw new Error(`There are no .jpg, .jpeg or .png files in ${folder}`);
  return Promise.all(
    names.map(async (name) => ({
      name,
      file: await readFile(join(folder, name)),
      extension: /png$/i.test(name) ? ('png' as const) : ('jpg' as const),
    })),
  );
}

/** Scenes by their seed; painting one takes seconds. */
const scenes: Record<number, Promise<Buffer>> = {};

async function paintScene(random: () => number): Promise<Buffer> {
  const [width, height] = [SCENE_WIDTH, SCENE_HEIGHT];
  const sums = new Float32Array(width * height * 3).fill(118);
  for (const [index, size] of BLOTS.entries()) {
    const columns = Math.ceil(width / size) + 1;
    const rows = Math.ceil(height / size) + 1;
    const blots = Buffer.from(Array.from({ length: columns * rows * 3 }, () => Math.floor(random() * 256)));
    const kernel = index % 2 === 0 ? 'cubic' : 'nearest';
    const layer = await sharp(blots, { raw: { width: columns, height: rows, channels: 3 } })
      .resize({ width, height, fit: 'fill', kernel })
      .raw()
      .toBuffer();
    const strength = 0.45 / (1 + index);
    for (let i = 0; i < sums.length; i += 1) sums[i]! += (layer[i]! - 128) * strength;
  }
  return Buffer.from(Uint8Array.from(sums, clamped));
}

const clamped = (sample: number) => Math.max(0, Math.min(255, sample));
