import { rgbaToThumbHash } from 'thumbhash';
import { PAGE_EDGE, type RenditionFormat } from '@portfolio/contracts';
import type { FocalPoint } from '@portfolio/database';
import type { Metadata, Sharp } from 'sharp';
import { ENCODERS, LONG_EDGES, SHARE_SIZE, type RenditionSettings } from './recipe.ts';
import type { MeasureStage } from './render-metrics.ts';
import { decodeImage, measureImage } from './decode-image.ts';
import { readGainMap } from './hdr/gain-map.ts';
import { encodeUltraHdr } from './hdr/ultra-hdr.ts';
import { crop, toSharp, openAsSrgb, scale, scaledSize, type Pixels, type Region, type Size } from './pixels.ts';
import { withRights } from './rights-metadata.ts';

const FORMATS = Object.keys(ENCODERS) as (keyof typeof ENCODERS)[];
/** Browsers that support neither get the largest JPEG of the pages. */
const VIEWER_FORMATS = ['avif', 'webp'] as const;

export interface RenderedFile extends Size {
  format: RenditionFormat;
  data: Buffer;
}

export interface RenderedImage extends Size {
  /** ThumbHash, base64. */
  placeholder: string;
  files: RenderedFile[];
}

interface RenderOptions extends RenditionSettings {
  /** Called with each size once it is encoded, the smallest first. */
  onSize?: ((size: RenderedSize) => void) | undefined;
  /** Checked before each file is encoded; the render rejects with its reason. */
  signal?: AbortSignal | undefined;
  measure?: MeasureStage;
}

export interface RenderedSize extends RenderedImage {
  isSmallest: boolean;
  /** Share of all pixels encoded so far, in percent; 100 for the last size. */
  percent: number;
}

const unmeasured: MeasureStage = (_stage, run) => run();

/**
 * Renders all sizes of a picture: one decode, each size scaled from the one before, then one encode per file, smallest size
 * first.
 *
 * The files are upright and carry the given rights and no metadata of the original. They are in sRGB without a profile, as CSS
 * takes such pictures (Color Module Level 4, "Untagged Images"). An original with a gain map gives each size in HDR,
 * too. AVIF, WebP and HDR JPEG of a wide-gamut original are in Display P3 instead.
 *
 * @returns size of the upright original, and per size its files, largest first; sizes for full screen only have AVIF, WebP and
 *   HDR JPEG, and one size has one more JPEG for share cards
 * @throws ImageFault where the picture cannot be rendered; errors of `onSize`
 */
export async function renderImage(
  input: Buffer,
  { rights, largest, focusX, focusY, onSize, signal, measure = unmeasured }: RenderOptions,
): Promise<RenderedImage> {
  const { width, height, metadata } = await measureImage(input);
  const sizes = renditionSizes({ width, height }, largest);
  const pageSizes = sizes.filter((size) => !isForViewer(size));
  const isEnough = (size: Size) => shareRegion(size, { focusX, focusY }).width >= SHARE_SIZE.width;
  const shareFrom = pageSizes.findLast(isEnough) ?? pageSizes[0];
  const levels = await cascade(input, metadata, sizes, measure);
  const gainMap = await measure('decode', () => readGainMap(input, { width, height, metadata }, sizes[0]!));
  const image = { width, height, placeholder: await thumbHash(levels.at(-1)!) };
  const files: RenderedFile[] = [];
  const total = areaOf(levels);
  for (let pixels = levels.pop(); pixels; pixels = levels.pop()) {
    const level = pixels;
    const ofSize: RenderedFile[] = [];
    const add = async (format: RenditionFormat, samples: Pixels) => {
      signal?.throwIfAborted();
      const { width, height } = samples;
      const encode = () =>
        format === 'hdr.jpeg'
          ? encodeUltraHdr(ENCODERS.jpeg(toSharp(samples)), gainMap!, width / sizes[0]!.width, rights)
          : withRights(encodePlain(format, samples), rights);
      ofSize.push({ format, width, height, data: await measure(format, encode) });
    };
    for (const format of isForViewer(level) ? VIEWER_FORMATS : FORMATS) await add(format, level);
    if (gainMap) await add('hdr.jpeg', level);
    if (level.width === shareFrom?.width) {
      const region = shareRegion(level, { focusX, focusY });
      const size = region.width > SHARE_SIZE.width ? SHARE_SIZE : region;
      await add('share.jpeg', await measure('resize', () => crop(level, region, size)));
    }
    const isSmallest = files.length === 0;
    files.unshift(...ofSize);
    const percent = Math.round((100 * (total - areaOf(levels))) / total);
    onSize?.({ ...image, files: ofSize, isSmallest, percent });
  }
  return { ...image, files };
}

/** Scales each size from the one before, largest first: a third of the work of scaling all from the first. */
async function cascade(input: Buffer, metadata: Metadata, sizes: Size[], measure: MeasureStage): Promise<Pixels[]> {
  const levels = [await measure('decode', () => decodeImage(input, metadata, sizes[0]!))];
  for (const size of sizes.slice(1)) levels.push(await measure('resize', () => scale(levels.at(-1)!, size)));
  return levels;
}

/**
 * Sizes of a picture's renditions, largest first: never larger than the picture, no width twice, and always one of pages.
 *
 * @param limit of the long edge
 */
export function renditionSizes(picture: Size, limit: number): Size[] {
  const largest = Math.min(Math.max(picture.width, picture.height), limit);
  const edges = [largest, ...LONG_EDGES.filter((edge) => edge < largest)];
  const sizes = edges.map((edge) => scaledSize(picture, edge / Math.max(picture.width, picture.height)));
  // Files are named by width, and several sizes of a very tall picture may be one pixel wide.
  const unique = sizes.filter((size, i) => size.width !== sizes[i - 1]?.width);
  return unique.every(isForViewer) ? [sizes[1]!] : unique;
}

/** The largest region in the shape of share cards, at the focal point as `object-position` places it. */
export function shareRegion({ width, height }: Size, { focusX, focusY }: FocalPoint): Region {
  const ratio = SHARE_SIZE.width / SHARE_SIZE.height;
  const size = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  };
  return { left: Math.round((width - size.width) * focusX), top: Math.round((height - size.height) * focusY), ...size };
}

/** Whether a size is for full screen alone. */
export const isForViewer = ({ width, height }: Size) => Math.max(width, height) > PAGE_EDGE;

const areaOf = (sizes: Size[]) => sizes.reduce((sum, { width, height }) => sum + width * height, 0);

function encodePlain(format: Exclude<RenditionFormat, 'hdr.jpeg'>, samples: Pixels): Sharp {
  return format === 'avif' || format === 'webp'
    ? ENCODERS[format](toSharp(samples))
    : ENCODERS.jpeg(openAsSrgb(samples));
}

/** ThumbHash takes at most 100 pixels an edge. */
async function thumbHash(pixels: Pixels): Promise<string> {
  const small = openAsSrgb(pixels)
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
