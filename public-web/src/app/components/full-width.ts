/** Width of the page's content for `sizes`: the window without its margins, `--margin` of tokens.css. */
export const FULL_WIDTH = 'calc(100vw - clamp(2.5rem, 0.8rem + 7.6vw, 10rem))';

/** Factor for `sizes`, rounded down: one pixel more may fetch the next rendition. */
export const factor = (value: number) => Math.floor(value * 1_000) / 1_000;
