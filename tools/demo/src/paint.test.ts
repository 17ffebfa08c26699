import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { pieces } from './catalogue.ts';
import type { Piece } from './piece.ts';
import { paintPiece } from './paint.ts';

const SCALE = 0.05;

describe('painting', () => {
  const painted = new Map<Piece, Buffer>();

  beforeAll(async () => {
    for (const piece of pieces) painted.set(piece, await paintPiece(piece, { scale: SCALE }));
  }, 120_000);

  it.each(pieces)('$title has the shape the catalogue gives, in baseline sRGB', async (piece) => {
    const { format, width, height, isProgressive, space, chromaSubsampling } = await sharp(
      painted.get(piece),
    ).metadata();

    expect({ format, width, height, isProgressive, space, chromaSubsampling }).toEqual({
      format: 'jpeg',
      width: Math.round(piece.width * SCALE),
      height: Math.round(piece.height * SCALE),
      isProgressive: false,
      space: 'srgb',
      chromaSubsampling: '4:4:4',
    });
  });

  it.each(pieces)('$title is a picture and not a flat sheet', async (piece) => {
    const { channels } = await sharp(painted.get(piece)).stats();

    for (const { stdev } of channels) expect(stdev).toBeGreaterThan(12);
  });

  it('gives the same bytes for the same seed', async () => {
    for (const piece of pieces.filter((_, index) => index % 4 === 0)) {
      expect((await paintPiece(piece, { scale: SCALE })).equals(painted.get(piece)!)).toBe(true);
    }
  });

  it('gives another picture for another seed', async () => {
    const piece = pieces[0]!;
    const other = await paintPiece({ ...piece, seed: piece.seed + 1 }, { scale: SCALE });

    expect(other.equals(painted.get(piece)!)).toBe(false);
  });

  it('makes no two pieces alike', async () => {
    const thumbnails = await Promise.all(
      pieces.map((piece) => sharp(painted.get(piece)).resize(16, 16, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
    );

    thumbnails.forEach((thumbnail, index) => {
      for (const other of thumbnails.slice(index + 1)) expect(meanDifference(thumbnail, other)).toBeGreaterThan(8);
    });
  });
});

/** Mean absolute difference of two buffers of one length, in 8-bit steps. */
function meanDifference(a: Buffer, b: Buffer): number {
  let sum = 0;
  a.forEach((value, index) => {
    sum += Math.abs(value - b.readUInt8(index));
  });
  return sum / a.length;
}
