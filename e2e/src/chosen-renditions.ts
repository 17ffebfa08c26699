import type { Page } from 'playwright-core';

/** A picture of a page, and the rendition that the browser chose for it. */
export interface ChosenRendition {
  /** What it is called: its alternative text, or the words of its link. */
  name: string;
  path: string;
  /** Device pixels across the whole picture as it is painted, with the parts that `object-fit: cover` cuts off. */
  needed: number;
  /** Pixels across the chosen rendition. */
  width: number;
  /** Pixels across all renditions of this format, the narrowest first. */
  widths: number[];
}

/** Upscaling that nobody sees: a rendition's height is a whole number of pixels, and `sizes` has few digits. */
const ROUNDING = 1.02;

/** Scrolls to each picture of a page, waits until it is there, and measures it. */
export function chosenRenditions(page: Page): Promise<ChosenRendition[]> {
  return page.evaluate(async () => {
    const images = [...document.images].filter((image) => image.checkVisibility());
    for (const image of images) {
      image.scrollIntoView({ block: 'center', behavior: 'instant' });
      while (!image.complete || !image.currentSrc) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return images.map((image) => {
      const path = new URL(image.currentSrc).pathname;
      const sets = [...(image.closest('picture')?.querySelectorAll('source') ?? []), image].map(({ srcset }) =>
        srcset.split(', ').map((one) => one.split(' ') as [string, string]),
      );
      const set = sets.find((one) => one.some(([url]) => url === path)) ?? [];
      const width = parseInt(set.find(([url]) => url === path)?.[1] ?? '0');
      const widths = set.map(([, descriptor]) => parseInt(descriptor)).sort((a, b) => a - b);
      const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
      const needed = Math.max(image.offsetWidth, image.offsetHeight * ratio) * devicePixelRatio;
      const name = image.alt || image.closest('a')?.textContent || 'background';
      return { name, path, needed: Math.round(needed), width, widths };
    });
  });
}

/** It is upscaled although a wider rendition exists. */
export const isSoft = ({ needed, width, widths }: ChosenRendition) =>
  width !== widths.at(-1) && needed > width * ROUNDING;

/** It is wider than the rendition after the narrowest that is wide enough. */
export function isWasteful({ needed, width, widths }: ChosenRendition): boolean {
  const enough = widths.findIndex((one) => one * ROUNDING >= needed);
  return enough >= 0 && widths.indexOf(width) > enough + 1;
}
