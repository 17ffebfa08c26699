import type { Page } from 'playwright-core';

/** Image of a page with its chosen rendition. */
export interface DisplayedImage {
  /** Alternative text, or the text of its link. */
  name: string;
  path: string;
  fetchPriority: string;
  isInView: boolean;
  /** CSS pixels. */
  shownWidth: number;
  /** Painted width in device pixels, including parts that `object-fit: cover` crops. */
  needed: number;
  /** Width of the chosen rendition. */
  width: number;
  /** Widths of all renditions of the format, narrowest first. */
  widths: number[];
}

/** Message of `loadImages` for a page that is not drawn. */
export const NO_FRAMES = 'The browser draws no frames of this page';

/** Scrolls to each image of a page and waits until it is loaded. @throws Error `NO_FRAMES` after 20 seconds without a frame */
export function loadImages(page: Page): Promise<void> {
  return page.evaluate(async (noFrames) => {
    const nextFrame = () =>
      new Promise((resolve, reject) => {
        requestAnimationFrame(resolve);
        setTimeout(() => reject(new Error(noFrames)), 20_000);
      });
    for (const image of document.images) {
      if (!image.checkVisibility()) continue;
      image.scrollIntoView({ block: 'center', behavior: 'instant' });
      // Browsers choose the rendition of a lazy image again at the end of a frame that resized it.
      await nextFrame();
      do await nextFrame();
      while (!image.complete || !image.currentSrc);
    }
  }, NO_FRAMES);
}

/** Measures the loaded images of a page. */
export function displayedImages(page: Page): Promise<DisplayedImage[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.checkVisibility() && image.currentSrc)
      .map((image) => {
        const { top, bottom, width: shownWidth } = image.getBoundingClientRect();
        const path = new URL(image.currentSrc).pathname;
        const sets = [...(image.closest('picture')?.querySelectorAll('source') ?? []), image].map(({ srcset }) =>
          srcset.split(', ').map((one) => one.split(' ') as [string, string]),
        );
        const set = sets.find((one) => one.some(([url]) => url === path)) ?? [];
        const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
        return {
          name: image.alt || image.closest('a')?.textContent || 'background',
          path,
          fetchPriority: image.fetchPriority,
          isInView: bottom > 0 && top < innerHeight && shownWidth > 0,
          shownWidth,
          needed: Math.round(Math.max(image.offsetWidth, image.offsetHeight * ratio) * devicePixelRatio),
          width: parseInt(set.find(([url]) => url === path)?.[1] ?? '0'),
          widths: set.map(([, descriptor]) => parseInt(descriptor)).sort((a, b) => a - b),
        };
      }),
  );
}
