import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { LIMITS } from '@portfolio/contracts';
import { captureDate } from '@portfolio/storage';
import sharp from 'sharp';
import { AppError } from '../http/app-error.ts';
import { Semaphore } from '../http/semaphore.ts';

/** What an uploaded file turned out to be. */
export interface ValidatedImage {
  format: 'jpeg' | 'png' | 'gif' | 'webp';
  /** Pixels of the upright picture. */
  width: number;
  height: number;
  /** SHA-256 of the file, hexadecimal. */
  contentHash: string;
  /** When it was taken, by the camera's clock. */
  capturedAt: string | undefined;
}

/** How a file of each format begins. */
const FORMATS = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF.{4}WEBP/s,
} as const satisfies Record<ValidatedImage['format'], RegExp>;
const KNOWN = Object.keys(FORMATS) as ValidatedImage['format'][];
/** Bytes that tell one from another. */
const SIGNATURE = 12;

/**
 * Judgements at once, and uploads that may wait for theirs. One megabyte of progressive JPEG can have 100 megapixels, which
 * take 600 MB until the last of its scans is read: a few at once would be all the memory there is.
 */
const turns = new Semaphore(2, 1_000);

/** Seconds in which a picture must have been read. The largest takes three; one that is made to take long is not waited for. */
const PATIENCE = 60;

// No upload is opened twice, and a cache would hold files open that are gone.
sharp.cache(false);
// Whatever the machine and its allocator: a judgement is one of several, and one thread is enough for it.
sharp.concurrency(1);
// libvips would open anything it has a loader for, SVG and PDF among them; here it has these four.
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
 * Judges a file by its content alone: one of the four formats, not too many pixels, and whole.
 *
 * @param path the file, in its temporary place
 * @throws AppError for what cannot be published
 */
export async function validateImage(path: string): Promise<ValidatedImage> {
  const { exif, ...header } = await turns.run(async () => {
    const header = await readHeader(path);
    if (header.width * header.height > LIMITS.imagePixels) throw new AppError('image.too-many-pixels');
    await readThrough(path);
    return header;
  });
  return { ...header, capturedAt: captureDate(exif), contentHash: await hashOf(path) };
}

async function readHeader(path: string) {
  // The header says the size, so a bomb is told before a pixel of it is unpacked.
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  // What begins as one of the formats and goes on as none is broken; anything else was never one.
  if (!metadata) throw new AppError((await formatBySignature(path)) ? 'image.damaged' : 'image.unsupported');
  const format = KNOWN.find((known) => known === metadata.format);
  if (!format) throw new AppError('image.unsupported');
  const { width, height } = metadata.autoOrient;
  return { format, width, height, exif: metadata.exif };
}

async function formatBySignature(path: string): Promise<ValidatedImage['format'] | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(SIGNATURE) });
    const begin = buffer.toString('latin1', 0, bytesRead);
    return KNOWN.find((format) => FORMATS[format].test(begin));
  } finally {
    await file.close();
  }
}

/** Decodes the whole file at the least cost there is, for what only the last byte shows. */
async function readThrough(path: string): Promise<void> {
  try {
    await sharp(path, { limitInputPixels: LIMITS.imagePixels, failOn: 'warning', sequentialRead: true })
      .timeout({ seconds: PATIENCE })
      .resize(8, 8, { fit: 'inside', kernel: 'nearest' })
      .raw()
      .toBuffer();
  } catch {
    throw new AppError('image.damaged');
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
