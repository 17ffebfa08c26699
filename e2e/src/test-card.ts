import type { Locator } from 'playwright-core';
import { isFullLevel } from '@portfolio/testing/level';
import sharp from 'sharp';
import { waitForAnimations } from './wait-for-animations.ts';

type Rgb = readonly [number, number, number];

/** Position of a colour, as shares of width and height. */
interface Patch {
  name: string;
  x: number;
  y: number;
  colour: Rgb;
}

/** Upright size in portrait: 12 megapixels at the full level, 3 at the short one. */
export const CARD = isFullLevel ? { width: 2832, height: 4240 } : { width: 1416, height: 2120 };
/** Side of a patch, as a share of the width. */
const SIDE = 0.24;
/** Side of the measured square inside a patch, likewise. */
const MEASURED_SIDE = 0.04;
/** Tolerance per channel: AVIF at quality 65 and two roundings of a flat colour. */
const TOLERANCE = 8;

/** Different colours in each corner, which reveal rotation and mirroring. */
const PATCHES: readonly Patch[] = [
  { name: 'red, top left', x: 0.15, y: 0.1, colour: [200, 40, 40] },
  { name: 'green, top right', x: 0.85, y: 0.1, colour: [40, 150, 70] },
  { name: 'grey, middle', x: 0.5, y: 0.5, colour: [119, 119, 119] },
  { name: 'blue, bottom left', x: 0.15, y: 0.9, colour: [45, 70, 190] },
  { name: 'yellow, bottom right', x: 0.85, y: 0.9, colour: [225, 190, 50] },
];

/**
 * JPEG like a camera's: with grain, stored in landscape with an EXIF orientation, and patches of known
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

/** Patches of a displayed test card that do not show their colour: the mean of a small square. */
export async function wrongPatches(image: Locator): Promise<object[]> {
  // The view transition between two pages, and the fade-in over the placeholder.
  await waitForAnimations(image.page());
  const screenshot = await image.screenshot();
  const { width, height } = await sharp(screenshot).metadata();
  const side = Math.max(3, Math.round(width * MEASURED_SIDE));
  const measured = PATCHES.map(async (patch) => {
    const left = Math.round(patch.x * width - side / 2);
    const top = Math.round(patch.y * height - side / 2);
    // stats() ignores extract(), so the square is encoded first.
    const square = await sharp(screenshot).extract({ left, top, width: side, height: side }).png().toBuffer();
    const { channels } = await sharp(square).stats();
    return { ...patch, shown: patch.colour.map((_, index) => Math.round(channels[index]?.mean ?? NaN)) };
  });
  return (await Promise.all(measured)).filter(
    ({ colour, shown }) => !shown.every((value, index) => Math.abs(value - colour[index]!) <= TOLERANCE),
  );
}
