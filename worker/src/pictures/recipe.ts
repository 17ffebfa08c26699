import type { Sharp } from 'sharp';

/** Changes whenever the same original would give other files, so that their addresses change too. */
export const RECIPE = '3';

/** Long edges of the renditions, in pixels. */
export const LONG_EDGES = [2400, 1600, 1080, 640, 320];

/**
 * Long edge of the JPEG for places where a page is shared: 1200 by 630 is what the large networks ask for, and some of the
 * readers of share tags give up on a picture of more bytes than it needs.
 */
export const SHARE_EDGE = 1200;

/**
 * Qualities at which the formats look alike, so that nobody is shown a worse picture for having a newer browser: about 77 by
 * SSIMULACRA 2, on eight photographs at 1080 px. What else was measured stands in docs/performance.md.
 *
 * AVIF at an effort of 1 takes three times as long as at 0, for 6 % fewer bytes, and WebP at 4 twice as long as at 2, for 3 %.
 * JPEG's quantisation table 3, of ImageMagick, costs no time and 8 % fewer bytes than the usual one for the same score.
 */
export const ENCODERS = {
  avif: (image: Sharp) => image.avif({ quality: 65, effort: 0 }),
  webp: (image: Sharp) => image.webp({ quality: 84, effort: 2 }),
  jpeg: (image: Sharp) =>
    image.flatten({ background: '#fff' }).jpeg({ quality: 78, progressive: true, quantisationTable: 3 }),
};
