import type { Page } from 'playwright-core';

/** Image of a page with its chosen rendition. */
export interface ChosenRendition {
  /** Alternative text, or the text of its link. */
  name: string;
  path: string;
  /** Painted width in device pixels, including parts that `object-fit: cover` crops. */
  needed: number;
  /** Width of the chosen rendition. */
  width: number;
  /** Widths of all renditions of the format, narrowest first. */
  widths: number[];
}

/** Tolerance for rounded heights and `sizes`. */
const ROUNDING = 1.02;

/** Scrolls to each image of a page, waits for its load, and measures it. */
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

/** Whether it is upscaled although a wider rendition exists. */
export const isSoft = ({ needed, width, widths }: ChosenRendition) =>
  width !== widths.at(-1) && needed > width * ROUNDING;

/** Whether it is more than one step wider than needed. */
export function isWasteful({ needed, width, widths }: ChosenRendition): boolean {
  const enough = widths.findIndex((one) => one * ROUNDING >= needed);
  return enough >= 0 && widths.indexOf(width) > enough + 1;
}
