/** Default font size; with a larger one a rendition may be slightly too small. */
export const REM = 16;

/*
 * Lengths for `sizes`. Heights are in `vh`, the large viewport as well: Chromium's preload scanner measures `svh` and
 * `lvh` before it applies the viewport's meta tag, and a phone would load a rendition for a viewport of 980 pixels.
 */

/** Width of the page's content for `sizes`: the viewport without its margins, `--margin` of tokens.css. */
export const FULL_WIDTH = 'calc(100vw - clamp(2.5rem, 0.8rem + 7.6vw, 10rem))';
/** `--gap` of photo-layout.module.css. */
export const GAP = 'clamp(0.75rem, 0.5rem + 0.8vw, 1.5rem)';

/** Factor for `sizes`, rounded down: one pixel more may fetch the next rendition. */
export const factor = (value: number) => Math.floor(value * 1_000) / 1_000;

export const clamp = (min: number, value: number, max: number) => Math.min(Math.max(value, min), max);

/** The same lengths in CSS pixels. */
export const fullWidthAt = (viewport: number) => viewport - clamp(2.5 * REM, 0.8 * REM + 0.076 * viewport, 10 * REM);
export const gapAt = (viewport: number) => clamp(0.75 * REM, 0.5 * REM + 0.008 * viewport, 1.5 * REM);
