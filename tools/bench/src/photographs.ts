import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Something that is rendered, as it was uploaded. */
export interface Photograph {
  /** What it is called in the table. */
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

/** Those that are timed; the last one is for memory alone. */
export const TIMED = KINDS.slice(0, 4).map(({ name }) => name);
/** Those that take the most memory, of each format. */
export const LARGEST = KINDS.slice(2).filter(({ width }) => width === 8000);

/** Pixels of what is painted sample by sample, and scaled to the picture. */
const [PAINTED, PAINTED_HEIGHT] = [2000, 1400];
/** Sizes, in pixels of that, of the blots of which it is made: a photograph has as much in each (1/f). */
const BLOTS = [500, 200, 80, 30, 12, 5, 2];
/** Steps of 8 bits by which a sensor's samples lie off. */
const GRAIN = 5;

/**
 * Paints a picture that codecs work about as hard on as on a photograph: shapes of all sizes, soft and hard edges, and
 * grain. The same seed gives the same picture.
 *
 * @param name one of the kinds
 */
export async function paintPhotograph(name: string, seed: number): Promise<Photograph> {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no ${name}`);
  const { width, height, extension } = kind;
  const random = randomNumbers(seed);
  const scene = await (scenes[seed] ??= paintScene(randomNumbers(seed)));
  const { data } = await sharp(scene, { raw: { width: PAINTED, height: PAINTED_HEIGHT, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Of the same grain for the three colours, a few thousand samples over and over: nobody looks at it.
  const grain = Int8Array.from({ length: 9973 }, () => Math.round((random() + random() - 1) * GRAIN));
  for (let i = 0; i < data.length; i += 1) data[i] = clamped(data[i]! + grain[i % grain.length]!);
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const file = await (
    extension === 'jpg' ? picture.jpeg({ quality: 88 }) : picture.png({ compressionLevel: 6 })
  ).toBuffer();
  return { name, file, extension };
}

/** The photographs of a folder, for who has real ones. */
export async function readPhotographs(folder: string): Promise<Photograph[]> {
  const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png)$/i.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      file: await readFile(join(folder, name)),
      extension: /png$/i.test(name) ? ('png' as const) : ('jpg' as const),
    })),
  );
}

/** Painted once for all kinds: it takes seconds. */
const scenes: Record<number, Promise<Buffer>> = {};

async function paintScene(random: () => number): Promise<Buffer> {
  const [width, height] = [PAINTED, PAINTED_HEIGHT];
  const sums = new Float32Array(width * height * 3).fill(118);
  for (const [index, size] of BLOTS.entries()) {
    const columns = Math.ceil(width / size) + 1;
    const rows = Math.ceil(height / size) + 1;
    const blots = Buffer.from(Array.from({ length: columns * rows * 3 }, () => Math.floor(random() * 256)));
    // Every other size has hard edges.
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

/** Numbers from 0 to 1, the same ones for a seed: Marsaglia's xorshift of 32 bits. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
