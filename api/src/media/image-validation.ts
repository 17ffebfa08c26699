import { open } from 'node:fs/promises';
import { LIMITS } from '@portfolio/contracts';
import { readEmbeddedDetails } from '@portfolio/file-details/embedded';
import sharp from 'sharp';
import { AppError } from '../http/app-error.ts';
import { Semaphore } from '../http/semaphore.ts';

const SIGNATURES = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF.{4}WEBP/s,
};
const FORMATS = Object.keys(SIGNATURES) as (keyof typeof SIGNATURES)[];
/** Bytes of the longest signature. */
const SIGNATURE_BYTES = 12;

/**
 * Limits concurrent validations and the uploads that wait for one. One megabyte of progressive JPEG can have 100 megapixels,
 * which take 600 MB of memory.
 */
const semaphore = new Semaphore(2, 1_000);

/** Decoding time limit. The largest images take three seconds. */
const TIMEOUT_SECONDS = 60;

// A cache would keep removed files open.
sharp.cache(false);
// One thread each, since validations run concurrently.
sharp.concurrency(1);
// Uploads are untrusted input: only the loaders of the four formats stay enabled, not those of SVG or PDF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadWebpFile',
  ],
});

/**
 * Validates an image file by its content: one of the four formats, at most `LIMITS.imagePixels`, whose first frame decodes
 * completely.
 *
 * @throws AppError image.unsupported, image.too-many-pixels, image.damaged, server.failed, service.unavailable
 */
export async function validateImage(path: string) {
  const { metadata, ...header } = await semaphore.run(async () => {
    const header = await readHeader(path);
    if (header.width * header.height > LIMITS.imagePixels) throw new AppError('image.too-many-pixels');
    await decodeWhole(path);
    return header;
  });
  return { ...header, details: readEmbeddedDetails(metadata) };
}

async function readHeader(path: string) {
  // The header has the size, so a decompression bomb is rejected before decoding.
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  // A file with a known signature is damaged, any other is unsupported.
  if (!metadata) throw new AppError((await formatBySignature(path)) ? 'image.damaged' : 'image.unsupported');
  const format = FORMATS.find((known) => known === metadata.format);
  if (!format) throw new AppError('image.unsupported');
  // Pixels of the upright picture.
  const { width, height } = metadata.autoOrient;
  return { format, width, height, metadata };
}

async function formatBySignature(path: string) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(SIGNATURE_BYTES) });
    const begin = buffer.toString('latin1', 0, bytesRead);
    return FORMATS.find((format) => SIGNATURES[format].test(begin));
  } finally {
    await file.close();
  }
}

/** Decodes the first frame completely, to find damage. The kernel `nearest` would skip the last rows. */
async function decodeWhole(path: string): Promise<void> {
  try {
    await sharp(path, { limitInputPixels: LIMITS.imagePixels, failOn: 'warning', sequentialRead: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize(8, 8, { fit: 'inside' })
      .raw()
      .toBuffer();
  } catch (error) {
    // Lack of memory, and a busy or suspended machine, are no fault of the image.
    const isBusy = /out of memory|cannot allocate|timeout: \d+% complete/i.test(String(error));
    throw new AppError(isBusy ? 'server.failed' : 'image.damaged');
  }
}
