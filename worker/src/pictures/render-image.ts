import { rgbaToThumbHash } from 'thumbhash';
import type { PictureRights } from '@portfolio/contracts';
import sharp, { type Sharp } from 'sharp';
import type { MeasureStage } from './render-metrics.ts';
import { decodeImage, measureImage, type Pixels, type Size } from './decode-image.ts';
import { withRights } from './rights-metadata.ts';

/** Long edges of the renditions, in pixels. */
const LONG_EDGES = [2400, 1600, 1080, 640, 320];

/**
 * Long edge of the JPEG for places where a page is shared: 1200 by 630 is what the large networks ask for, and some of the
 * readers of share tags give up on a picture of more bytes than it needs.
 */
const SHARE_EDGE = 1200;

/**
 * Qualities at which the formats look alike, so that nobody is shown a worse picture for having a newer browser.
 * Measured on the twelve demo pieces at 1600 px, mean of SSIM, size and time to encode:
 *
 *     avif 50  0.958   61 KB  127 ms      webp 75  0.962   89 KB  69 ms      jpeg 75  0.968  143 KB  36 ms
 *     avif 65  0.967  104 KB  160 ms      webp 80  0.967  112 KB  74 ms      jpeg 80  0.971  169 KB  38 ms
 *
 * Effort: AVIF's default of 4 takes fifty times as long as 0 for 0.3 dB; WebP's takes three times as long for 3 % less.
 */
const ENCODERS = {
  avif: (image: Sharp) => image.avif({ quality: 65, effort: 0 }),
  webp: (image: Sharp) => image.webp({ quality: 80, effort: 2 }),
  jpeg: (image: Sharp) => image.flatten({ background: '#fff' }).jpeg({ quality: 80, progressive: true }),
};

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
  /** Told after each size how much of all pixels is done, in percent. */
  onProgress?: ((percent: number) => Promise<void>) | undefined;
  /** Ends the work between two of its steps, with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Told what each step takes. */
  measure?: MeasureStage;
}

const unmeasured: MeasureStage = (_stage, run) => run();

/**
 * Makes everything that is shown of a picture.
 *
 * The files are upright, in sRGB, and carry the given rights and nothing of the original's metadata. They need no colour profile either: a picture without
 * one is sRGB by the rules of CSS (Color Module Level 4, "Untagged Images"), and wide gamut was converted on decoding.
 *
 * @returns width and height of the upright original, and per size a file in each format, largest first; among them one
 * JPEG more, for sharing, where the picture is larger than that
 * @throws ImageFault when the picture itself is at fault
 */
export async function renderImage(
  input: Buffer,
  { rights, onProgress, signal, measure = unmeasured }: RenderOptions,
): Promise<RenderedImage> {
  const { width, height, metadata } = await measureImage(input);
  const sizes = renditionSizes({ width, height });
  const share = shareSize({ width, height });
  const files: RenderedFile[] = [];
  const add = async (format: RenderedFile['format'], pixels: Pixels) => {
    signal?.throwIfAborted();
    const { width, height } = pixels;
    const data = await measure(format, () => withRights(ENCODERS[format](open(pixels)), rights));
    files.push({ format, width, height, data });
  };
  const total = areaOf(sizes);
  let pixels = await measure('decode', () => decodeImage(input, metadata, sizes[0]!));
  for (const [index, size] of sizes.entries()) {
    // Each size comes from the one before: a third of the work of scaling each from the largest.
    const larger = pixels;
    pixels = await measure('resize', () => scale(larger, size));
    for (const format of FORMATS) await add(format, pixels);
    // Made beside the way to the next size, not on it: two steps so close together would blur that one.
    if (share && sizes.findLast(isLargerThan(share)) === size) await add('jpeg', await scale(pixels, share));
    await onProgress?.(Math.round((100 * areaOf(sizes.slice(0, index + 1))) / total));
  }
  return { width, height, placeholder: await thumbHash(pixels), files };
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
