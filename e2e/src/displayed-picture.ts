import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import type { Patch, Rgb } from './test-card.ts';

export interface ShownPicture {
  /** Address of the chosen rendition. */
  url: string;
  /** Width of the file in pixels. */
  pixels: number;
  /** Width on the screen in device pixels. */
  shownPixels: number;
  /** Displayed width divided by height. */
  ratio: number;
}

/** Waits for an image to load, and measures it. */
export async function shownPicture(image: Locator): Promise<ShownPicture> {
  await image.scrollIntoViewIfNeeded();
  return image.evaluate(async (element) => {
    const img = element as HTMLImageElement;
    while (!img.complete || img.naturalWidth === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await img.decode();
    // naturalWidth is divided by the density that the browser reckons from `srcset` and `sizes`.
    const bitmap = await createImageBitmap(await (await fetch(img.currentSrc)).blob());
    const { width, height } = img.getBoundingClientRect();
    return {
      url: img.currentSrc,
      pixels: bitmap.width,
      shownPixels: Math.round(width * devicePixelRatio),
      ratio: width / height,
    };
  });
}

/** Displayed colours at the positions of `patches`: the mean of a small square each. */
export async function shownColours(image: Locator, patches: readonly Patch[]): Promise<Rgb[]> {
  // After the fade-in over the placeholder.
  await image.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
  const screenshot = await image.screenshot();
  const { width, height } = await sharp(screenshot).metadata();
  const side = Math.max(3, Math.round(width * 0.04));
  return Promise.all(
    patches.map(async ({ x, y }) => {
      const square = {
        left: Math.round(x * width - side / 2),
        top: Math.round(y * height - side / 2),
        width: side,
        height: side,
      };
      // stats() ignores extract(), so the square is encoded first.
      const { channels } = await sharp(await sharp(screenshot).extract(square).png().toBuffer()).stats();
      const [red, green, blue] = channels.map(({ mean }) => Math.round(mean));
      return [red ?? NaN, green ?? NaN, blue ?? NaN] as const;
    }),
  );
}

/** The largest difference of any channel. */
export function difference(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? NaN))));
}
