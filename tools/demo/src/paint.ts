import sharp from 'sharp';
import type { Piece } from './piece.ts';
import { painters } from './art/painters.ts';

/** How to paint. */
export interface PaintOptions {
  /** Share of the full width and height; tests paint small. */
  scale?: number;
}

/** Paints one piece and gives it as a baseline sRGB JPEG. The same seed always gives the same bytes. */
export async function paintPiece(piece: Piece, { scale = 1 }: PaintOptions = {}): Promise<Buffer> {
  const width = Math.round(piece.width * scale);
  const height = Math.round(piece.height * scale);
  const pixels = painters[piece.painter]({ width, height, seed: piece.seed });
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withIccProfile('srgb')
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4', progressive: false })
    .toBuffer();
}
