/**
 * How wide what fills a page is, for `sizes`: the window less the page's margins, which tokens.css puts between 1.25rem and
 * 5rem a side.
 */
export const FULL_WIDTH = 'calc(100vw - clamp(2.5rem, 0.8rem + 7.6vw, 10rem))';

/** A factor in `sizes`, rounded down: a pixel too many may fetch the next rendition. */
export const factor = (value: number) => Math.floor(value * 1_000) / 1_000;
