import { crc32, deflateSync } from 'node:zlib';
import { iccProfile } from './icc-profile.ts';
import type { ColourSpaceName } from './colour-space.ts';
import { draw, type PictureOptions } from './picture.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOUR_TYPES = { grey: 0, rgb: 2, 'grey+alpha': 4, 'rgb+alpha': 6 } as const;

interface PngOptions extends PictureOptions {
  /** Bits a sample. */
  depth?: 8 | 16;
  /** Opacities from left to right, from 0 to 255, each for an equal share of the width. */
  opacity?: number[];
  /** Greyscale, from the green channel. */
  isGrey?: boolean;
  /** Profile to embed, without converting samples. */
  profile?: ColourSpaceName | Buffer;
}

/** PNG written byte by byte, with exact samples. */
export async function aPng({ depth = 8, opacity, isGrey, profile, ...options }: PngOptions = {}): Promise<Buffer> {
  const { data, width, height } = draw(options);
  const channels = (isGrey ? 1 : 3) + (opacity ? 1 : 0);
  const bytes = depth / 8;
  const rows = Buffer.alloc(height * (1 + width * channels * bytes));
  let at = 0;
  // 257 scales 8 bits to 16.
  const put = (sample: number) => {
    for (let i = 0; i < bytes; i += 1) rows[at++] = sample;
  };
  for (let y = 0; y < height; y += 1) {
    at += 1;
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      if (!isGrey) put(data[from]!);
      put(data[from + 1]!);
      if (!isGrey) put(data[from + 2]!);
      if (opacity) put(opacity[Math.floor((x * opacity.length) / width)]!);
    }
  }
  const colourType = COLOUR_TYPES[`${isGrey ? 'grey' : 'rgb'}${opacity ? '+alpha' : ''}`];
  return pngFile({ width, height, depth, colourType, rows, profile });
}

/** A small file with a huge black picture of one bit per pixel. */
export async function aBomb({ megapixels = 400 } = {}): Promise<Buffer> {
  const edge = Math.round(Math.sqrt(megapixels * 1e6));
  const rows = Buffer.alloc(edge * (1 + Math.ceil(edge / 8)));
  return pngFile({ width: edge, height: edge, depth: 1, colourType: COLOUR_TYPES.grey, rows });
}

interface PngFile {
  width: number;
  height: number;
  depth: number;
  colourType: number;
  /** Every row's samples after one byte for its filter. */
  rows: Buffer;
  profile?: ColourSpaceName | Buffer;
}

/** Concatenates the chunks of a PNG. */
export function pngFile({ width, height, depth, colourType, rows, profile }: PngFile): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType], 8);
  const icc = typeof profile === 'string' ? iccProfile(profile) : profile;
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    icc ? pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(icc)])) : Buffer.alloc(0),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** Offset after the signature (8 bytes) and the header chunk (25 bytes). */
const BEHIND_HEADER = 33;

/** Inserts chunks after the header of a PNG. */
export const withPngChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, BEHIND_HEADER), ...chunks, png.subarray(BEHIND_HEADER)]);
