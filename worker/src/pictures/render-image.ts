import { rgbaToThumbHash } from 'thumbhash';
import type { PictureRights } from '@portfolio/contracts';
import sharp, { type Metadata } from 'sharp';
import { ENCODERS, LONG_EDGES, SHARE_EDGE } from './recipe.ts';
import type { MeasureStage } from './render-metrics.ts';
import { decodeImage, measureImage, type Pixels, type Size } from './decode-image.ts';
import { withRights } from './rights-metadata.ts';

const FORMATS = Object.keys(ENCODERS) as (keyof typeof ENCODERS)[];

export interface RenderedFile extends Size {
  format: keyof typeof ENCODERS;
  data: Buffer;
}

export interface RenderedImage extends Size {
  /** ThumbHash, base64. */
  placeholder: string;
  files: RenderedFile[];
}

interface RenderOptions {
  /** What the files say of their rights. */
  rights: PictureRights;
  /** Given each size as soon as it is made, the smallest first; with it what is known of the picture as a whole. */
  onSize?: ((size: RenderedSize) => void) | undefined;
  /** Ends the work between two of its steps, with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Told what each step takes. */
  measure?: MeasureStage;
}

/** The files of one size. */
export interface RenderedSize extends RenderedImage {
  isSmallest: boolean;
  /** How much of all pixels is done with it, in percent; 100 for the last one. */
  percent: number;
}

const unmeasured: MeasureStage = (_stage, run) => run();

/**
 * Makes everything that is shown of a picture: one decode, each size scaled from the one before, and then one encode for
 * each file, from the smallest size on, so that there is something to show long before the rest is done.
 *
 * The files are upright, in sRGB, and carry the given rights and nothing of the original's metadata. They need no colour profile either: a picture without
 * one is sRGB by the rules of CSS (Color Module Level 4, "Untagged Images"), and wide gamut was converted on decoding.
 *
 * @returns width and height of the upright original, and per size a file in each format, largest first; among them one
 * JPEG more, for sharing, where the picture is larger than that
 * @throws ImageFault when the picture itself is at fault, and whatever `onSize` throws
 */
export async function renderImage(
  input: Buffer,
  { rights, onSize, signal, measure = unmeasured }: RenderOptions,
): Promise<RenderedImage> {
  const { width, height, metadata } = await measureImage(input);
  const sizes = renditionSizes({ width, height });
  const share = shareSize({ width, height });
  const shareFrom = share && sizes.findLast(isLargerThan(share));
  const levels = await cascade(input, metadata, sizes, measure);
  const image = { width, height, placeholder: await thumbHash(levels.at(-1)!) };
  const files: RenderedFile[] = [];
  const total = areaOf(levels);
  for (let pixels = levels.pop(); pixels; pixels = levels.pop()) {
    const shown = pixels;
    const made: RenderedFile[] = [];
    const add = async (format: RenderedFile['format'], { width, height, ...samples }: Pixels) => {
      signal?.throwIfAborted();
      const encoder = ENCODERS[format](open({ width, height, ...samples }));
      made.push({ format, width, height, data: await measure(format, () => withRights(encoder, rights)) });
    };
    for (const format of FORMATS) await add(format, shown);
    // Made beside the way to the next size, not on it: two steps so close together would blur that one.
    if (share && shareFrom?.width === shown.width) {
      await add('jpeg', await measure('resize', () => scale(shown, share)));
    }
    const isSmallest = files.length === 0;
    files.unshift(...made);
    const percent = Math.round((100 * (total - areaOf(levels))) / total);
    onSize?.({ ...image, files: made, isSmallest, percent });
  }
  return { ...image, files };
}

/** The picture in each size, largest first. Each comes from the one before: a third of the work of scaling all from the first. */
async function cascade(input: Buffer, metadata: Metadata, sizes: Size[], measure: MeasureStage): Promise<Pixels[]> {
  const levels = [await measure('decode', () => decodeImage(input, metadata, sizes[0]!))];
  for (const size of sizes.slice(1)) levels.push(await measure('resize', () => scale(levels.at(-1)!, size)));
  return levels;
}

/** The sizes in which a picture is shown, largest first: never larger than it is, and no width twice. */
export function renditionSizes(picture: Size): Size[] {
  const longEdge = Math.max(picture.width, picture.height);
  const largest = Math.min(longEdge, LONG_EDGES[0]!);
  const sizes = [largest, ...LONG_EDGES.filter((edge) => edge < largest)].map((edge) => sizeOf(picture, edge));
  // A browser chooses by width, and the files are named by it: of very tall pictures several could be one pixel wide.
  return sizes.filter((size, i) => size.width !== sizes[i - 1]?.width);
}

/** The size of the picture for sharing; undefined where one of the others serves as well. */
export function shareSize(picture: Size): Size | undefined {
  if (Math.max(picture.width, picture.height) <= SHARE_EDGE) return undefined;
  const size = sizeOf(picture, SHARE_EDGE);
  return renditionSizes(picture).some(({ width }) => width === size.width) ? undefined : size;
}

function sizeOf({ width, height }: Size, longEdge: number): Size {
  const scale = longEdge / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const isLargerThan = (small: Size) => (size: Size) => size.width > small.width;

const areaOf = (sizes: Size[]) => sizes.reduce((sum, { width, height }) => sum + width * height, 0);

const open = ({ data, width, height, channels }: Pixels) => sharp(data, { raw: { width, height, channels } });

async function scale(pixels: Pixels, size: Size): Promise<Pixels> {
  if (pixels.width === size.width && pixels.height === size.height) return pixels;
  const scaled = open(pixels).resize({ ...size, fit: 'fill' });
  return { ...size, data: await scaled.raw().toBuffer(), channels: pixels.channels };
}

/** ThumbHash takes at most 100 pixels an edge. */
async function thumbHash(pixels: Pixels): Promise<string> {
  const small = open(pixels).resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true }).ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
