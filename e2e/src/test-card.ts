import sharp from 'sharp';

export type Rgb = readonly [number, number, number];

/** Position of a colour, as shares of width and height. */
export interface Patch {
  name: string;
  x: number;
  y: number;
  colour: Rgb;
}

/** Upright size: 12 megapixels in portrait. */
export const CARD = { width: 2832, height: 4240 } as const;
/** Side of a patch, as a share of the width. */
const SIDE = 0.24;

/** Different colours in each corner, which reveal rotation and mirroring. */
export const PATCHES: readonly Patch[] = [
  { name: 'red, top left', x: 0.15, y: 0.1, colour: [200, 40, 40] },
  { name: 'green, top right', x: 0.85, y: 0.1, colour: [40, 150, 70] },
  { name: 'grey, middle', x: 0.5, y: 0.5, colour: [119, 119, 119] },
  { name: 'blue, bottom left', x: 0.15, y: 0.9, colour: [45, 70, 190] },
  { name: 'yellow, bottom right', x: 0.85, y: 0.9, colour: [225, 190, 50] },
];

/**
 * JPEG of 12 megapixels like a camera's: with grain, stored in landscape with an EXIF orientation, and patches of known
 * colours.
 */
export async function testCard(): Promise<Buffer> {
  const side = Math.round(CARD.width * SIDE);
  const patches = PATCHES.map(({ x, y, colour: [r, g, b] }) => ({
    input: { create: { width: side, height: side, channels: 3 as const, background: { r, g, b } } },
    left: Math.round(x * CARD.width - side / 2),
    top: Math.round(y * CARD.height - side / 2),
  }));
  const noise = { type: 'gaussian' as const, mean: 150, sigma: 18 };
  const upright = await sharp({ create: { ...CARD, channels: 3, background: '#000', noise } })
    .composite(patches)
    .removeAlpha()
    .raw()
    .toBuffer();
  // Orientation 6: rotated by 90° for display.
  return sharp(upright, { raw: { ...CARD, channels: 3 } })
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}
