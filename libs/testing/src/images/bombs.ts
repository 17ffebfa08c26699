import { constants, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { aJpeg, anAnimatedGif, aWebp } from './images.ts';
import { jpegSegment, withSegments } from './jpeg-segments.ts';
import { aPng, pngChunk, withPngChunks } from './png.ts';

const MEGABYTE = 1024 * 1024;

const small = { width: 60, height: 40 };

/**
 * Files of at most 10 MB and within the pixel limit, which are expensive to decode. The API may reject or accept them, but
 * within seconds and without much memory.
 */
export const COSTLY_FILES: Record<string, () => Promise<Buffer>> = {
  'GIF of 5,000 frames': () => aLongGif(5_000),
  'WebP of 3,000 frames': () => aLongWebp(3_000),
  'JPEG of 1,000 scans': () => aJpegOfScans(1_000),
  'JPEG with 9 MB of EXIF': async () => withMegabytes(await aJpeg(small), 0xe1, 'Exif\0\0', 9),
  'JPEG with 9 MB of profile': async () => withMegabytes(await aJpeg(small), 0xe2, 'ICC_PROFILE\0\x01\x01', 9),
  'PNG with a profile that unpacks to 1 GB': () => aPngWithChunk('iCCP', 'profile\0\0'),
  'PNG with a text that unpacks to 1 GB': () => aPngWithChunk('zTXt', 'Comment\0\0'),
  'PNG of 200,000 texts': () => aPngOfTexts(200_000),
};

/** Each frame covers the whole canvas. */
async function aLongGif(frames: number): Promise<Buffer> {
  const gif = await anAnimatedGif({ ...small, frames: [[200, 50, 40]] });
  // From its graphic control extension to the trailer.
  const start = gif.indexOf(Buffer.from([0x21, 0xf9, 4]));
  if (start === -1) throw new Error('The GIF has no graphic control extension');
  const frame = gif.subarray(start, -1);
  return Buffer.concat([gif.subarray(0, -1), ...Array<Buffer>(frames).fill(frame), gif.subarray(-1)]);
}

async function aLongWebp(frames: number): Promise<Buffer> {
  const still = await aWebp(small);
  // Behind `RIFF`, its size, and `WEBP`.
  const picture = still.subarray(12);
  const frame = chunkOfRiff(
    'ANMF',
    Buffer.concat([u24(0), u24(0), u24(59), u24(39), u24(1), Buffer.alloc(1), picture]),
  );
  const extended = chunkOfRiff('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), u24(59), u24(39)]));
  const animation = chunkOfRiff('ANIM', Buffer.alloc(6));
  const body = Buffer.concat([Buffer.from('WEBP'), extended, animation, ...Array<Buffer>(frames).fill(frame)]);
  return chunkOfRiff('RIFF', body);
}

/** A progressive JPEG that repeats its last scan, against the format; each needs a pass over the picture. */
async function aJpegOfScans(scans: number): Promise<Buffer> {
  const raw = { width: 2_000, height: 2_000, channels: 3 } as const;
  const jpeg = await sharp({ create: { ...raw, background: '#c83228' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(scans).fill(scan), jpeg.subarray(-2)]);
}

/** Segments of 64 KB with this total size in MB. */
function withMegabytes(jpeg: Buffer, marker: number, begin: string, megabytes: number): Buffer {
  const segment = jpegSegment(marker, begin, Buffer.alloc(65_000, 'A'));
  const count = Math.floor((megabytes * MEGABYTE) / segment.length);
  return withSegments(jpeg, ...Array<Buffer>(count).fill(segment));
}

async function aPngWithChunk(type: string, begin: string): Promise<Buffer> {
  return withPngChunks(await aPng(small), pngChunk(type, Buffer.concat([Buffer.from(begin, 'latin1'), zeros(1024)])));
}

/** Megabytes of zeros in zlib's format, from one repeated compressed block: https://www.rfc-editor.org/rfc/rfc1950 */
function zeros(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  const adler32 = Buffer.alloc(4);
  adler32.writeUInt16BE((megabytes * MEGABYTE) % 65_521, 0);
  adler32.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...Array<Buffer>(megabytes).fill(block), end, adler32]);
}

async function aPngOfTexts(count: number): Promise<Buffer> {
  const text = pngChunk('tEXt', Buffer.from('a\0b'));
  // One buffer: 200,000 arguments exceed the call stack.
  return withPngChunks(await aPng(small), Buffer.concat(Array<Buffer>(count).fill(text)));
}

function chunkOfRiff(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
}

const u24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);
