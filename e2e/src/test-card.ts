import sharp from 'sharp';

export type Rgb = readonly [number, number, number];

/** Where a colour is on the card, as parts of its width and height. */
export interface Patch {
  name: string;
  x: number;
  y: number;
  colour: Rgb;
}

/** Upright, in pixels: 12 megapixels in portrait, which a camera on its side stores in landscape. */
export const CARD = { width: 2832, height: 4240 } as const;
/** A patch's side, as a part of the card's width. */
const SIDE = 0.24;

/** No two corners alike, so that a turned or mirrored card shows. */
export const PATCHES: readonly Patch[] = [
  { name: 'red, top left', x: 0.15, y: 0.1, colour: [200, 40, 40] },
  { name: 'green, top right', x: 0.85, y: 0.1, colour: [40, 150, 70] },
  { name: 'grey, middle', x: 0.5, y: 0.5, colour: [119, 119, 119] },
  { name: 'blue, bottom left', x: 0.15, y: 0.9, colour: [45, 70, 190] },
  { name: 'yellow, bottom right', x: 0.85, y: 0.9, colour: [225, 190, 50] },
];

/**
 * A JPEG of 12 megapixels as a camera makes it: grain that is hard to compress, stored lying on its side with the EXIF
 * orientation that turns it upright, and patches of known colours.
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
    // Which composing has added.
    .removeAlpha()
    .raw()
    .toBuffer();
  // 6: to be turned right by a quarter when shown.
  return sharp(upright, { raw: { ...CARD, channels: 3 } })
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}
