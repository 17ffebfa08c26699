import { crc32, deflateSync } from 'node:zlib';
import { LIMITS } from '@portfolio/contracts';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type Pixels, type Size, toPixels, withoutUnusedAlpha } from './pixels.ts';
import { isWideGamut } from './wide-gamut.ts';

/** A fault of the picture that no retry mends; the message is shown to the artist. */
export class ImageFault extends Error {
  override name = 'ImageFault';
}

// One thread each, since several jobs render side by side. No picture is opened twice, so nothing is cached.
sharp.concurrency(1);
sharp.cache(false);
// Pictures are untrusted input: only the loaders of the four upload formats stay enabled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});

/** Decoding time limit. The largest pictures take some five seconds on a busy machine. */
const TIMEOUT_SECONDS = 120;

/** `warning` rejects pictures damaged in the middle, which `error` accepts. */
export const INPUT_OPTIONS = { failOn: 'warning', limitInputPixels: LIMITS.imagePixels, sequentialRead: true } as const;

/**
 * Reads the size of the upright picture.
 *
 * @throws ImageFault where the file is no picture, or too large
 */
export async function measureImage(input: Buffer): Promise<Size & { metadata: Metadata }> {
  const metadata = await withImageFaults(() => sharp(input, { ...INPUT_OPTIONS, limitInputPixels: false }).metadata());
  const { width, height } = metadata.autoOrient;
  if (width * height > LIMITS.imagePixels) {
    throw new ImageFault(`The picture has more than ${LIMITS.imagePixels / 1_000_000} megapixels.`);
  }
  return { width, height, metadata };
}

/** Pixels of a row above which the rows that libvips scales count: a PNG of 990,000 by 100 takes 2.7 GB. */
const WIDE = 65_535;
const STRIP_ROWS = 100;
const STRIP_COPIES = 3.5;

/**
 * Maximum memory of the decoder in bytes.
 *
 * It holds whole: an interlaced PNG (libpng), the coefficients of a progressive JPEG (libjpeg), a GIF with the frame to
 * restore (libnsgif), a WebP with its alpha channel and, if animated, canvas and frame (libwebp, libvips). Other pictures
 * are decoded row by row.
 */
export function decoderMemoryBytes({
  format,
  width,
  height,
  channels,
  depth,
  isProgressive,
  pages = 1,
}: Metadata): number {
  const bytesPerPixel: Partial<Record<Metadata['format'], number>> = {
    png: isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0,
    jpeg: isProgressive ? channels * 2 : 0,
    gif: 8,
    webp: pages > 1 ? 12 : 5,
  };
  const decoder = width * height * (bytesPerPixel[format] ?? 0);
  if (width <= WIDE) return decoder;
  return decoder + width * Math.min(height, STRIP_ROWS) * channels * (depth === 'ushort' ? 2 : 1) * STRIP_COPIES;
}

/**
 * Decodes the picture at the given size: upright, the first frame, colours converted to sRGB, or to Display P3 where the
 * profile has a wider gamut.
 *
 * @throws ImageFault when the picture is damaged
 */
export async function decodeImage(input: Buffer, metadata: Metadata, { width, height }: Size): Promise<Pixels> {
  const isWide = isWideGamut(metadata.icc);
  const ignoreIcc = isWide || (metadata.depth === 'ushort' && metadata.icc !== undefined);
  const upright = sharp(input, { ...INPUT_OPTIONS, autoOrient: true, ignoreIcc })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ width, height, fit: 'fill' });
  const decoded = ignoreIcc ? sharp(await withImageFaults(() => withProfile(upright, metadata, isWide))) : upright;
  const image = decoded.toColourspace('srgb');
  return withImageFaults(async () =>
    withoutUnusedAlpha(await toPixels(isWide ? image.withIccProfile('p3') : image, isWide)),
  );
}

/** Signature and first chunk of a PNG, in bytes. */
const END_OF_IHDR = 33;

/**
 * Writes samples and profile for a second decode. sharp converts 8 bits with a profile to sRGB, and 16 bits to Display P3, or
 * not at all where they are grey: so 16 bits for a wide gamut, else 8. `keepIccProfile` of sharp 0.35 would read the profile
 * from freed memory here, where the picture is turned.
 */
async function withProfile(image: Sharp, { space, icc }: Metadata, isWide: boolean): Promise<Buffer> {
  const samples = image.toColourspace(isWide ? 'rgb16' : space === 'grey16' ? 'b-w' : 'srgb');
  const png = await samples.png({ compressionLevel: 0 }).toBuffer();
  return Buffer.concat([png.subarray(0, END_OF_IHDR), profileChunk(icc!), png.subarray(END_OF_IHDR)]);
}

/** Chunk iCCP of a PNG (PNG 3rd edition, 5.3 and 11.3.2.3), with the name "icc". */
function profileChunk(profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/** Converts errors of sharp to messages for the artist. */
export async function withImageFaults<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    // Lack of memory, and a busy or suspended machine, are no fault of the picture.
    if (/out of memory|cannot allocate|timeout: \d+% complete/i.test(String(error))) throw error;
    const unknownFormat = /unsupported image format|is empty/.test(String(error));
    throw new ImageFault(
      unknownFormat
        ? 'The file is not a JPEG, PNG, GIF or WebP picture.'
        : 'The file is damaged: the picture could not be read to its end.',
      { cause: error },
    );
  }
}
