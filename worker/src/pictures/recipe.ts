import { createHash } from 'node:crypto';
import type { PictureRights } from '@portfolio/contracts';
import sharp, { type Sharp } from 'sharp';

/** Increase it whenever the same original gives other files: it is part of the rendition version, so of each address. */
const RECIPE = '4';

/** Long edges of the renditions, in pixels. */
export const LONG_EDGES = [3840, 2400, 1600, 1080, 640, 320];

/** Settings of the site that decide the files of a picture. */
export interface RenditionSettings {
  /** Embedded in each file. */
  rights: PictureRights;
  /** Long edge of the largest rendition. */
  largest: number;
}

/**
 * Long edge of the JPEG for sharing: the large networks recommend 1200 by 630, and some readers of share tags skip larger
 * files.
 */
export const SHARE_EDGE = 1200;

/**
 * Encoders with qualities of equal score: about 77 by SSIMULACRA 2 for eight photographs at 1080 px; see docs/performance.md.
 *
 * AVIF at effort 1 takes three times as long as at 0 for 6 % fewer bytes, WebP at 4 twice as long as at 2 for 3 %. JPEG's
 * quantisation table 3 (ImageMagick) saves 8 % at the same score.
 */
export const ENCODERS = {
  avif: (image: Sharp) => image.avif({ quality: 65, effort: 0 }),
  webp: (image: Sharp) => image.webp({ quality: 84, effort: 2 }),
  jpeg: (image: Sharp) =>
    image.flatten({ background: '#fff' }).jpeg({ quality: 78, progressive: true, quantisationTable: 3 }),
};

/** Libraries whose release decides the bytes of a rendition; one that sharp does not name counts as unchanged. */
const LIBRARIES = ['sharp', 'vips', 'highway', 'lcms', 'exif', 'heif', 'aom', 'webp', 'mozjpeg'] as const;

/**
 * Hash of all that decides the bytes of an original's renditions: the original, the recipe, the encoder releases and the
 * settings. Twelve hexadecimal digits.
 */
export function renditionVersion(
  contentHash: string,
  { rights: { artist, copyright, licence }, largest }: RenditionSettings,
  releases: Partial<Record<string, string>> = sharp.versions,
): string {
  const encoders = LIBRARIES.map((name) => releases[name]);
  const parts = JSON.stringify([contentHash, RECIPE, encoders, artist, copyright, licence, largest]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 12);
}
