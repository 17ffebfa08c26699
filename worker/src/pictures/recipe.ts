import { createHash } from 'node:crypto';
import type { PictureRights } from '@portfolio/contracts';
import type { FocalPoint } from '@portfolio/database';
import sharp, { type Sharp } from 'sharp';

/** Increase it whenever the same original gives other files: it is part of the rendition version, so of each address. */
const RECIPE = '5';

/** Long edges of the renditions, in pixels. */
export const LONG_EDGES = [3840, 2400, 1600, 1080, 640, 320];

/** All besides the original that decides the files of a picture. */
export interface RenditionSettings extends FocalPoint {
  /** Embedded in each file. */
  rights: PictureRights;
  /** Long edge of the largest rendition. */
  largest: number;
}

/** Pixels of share cards, which the large networks recommend. */
export const SHARE_SIZE = { width: 1200, height: 630 };

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

export const CENTRE: FocalPoint = { focusX: 0.5, focusY: 0.5 };

/** A photo has a focal point of its own, the background image that of the settings. */
export const withFocus = (
  settings: RenditionSettings,
  { focusX = settings.focusX, focusY = settings.focusY }: Partial<FocalPoint>,
): RenditionSettings => ({ ...settings, focusX, focusY });

/** Libraries whose release decides the bytes of a rendition; one that sharp does not name counts as unchanged. */
const LIBRARIES = ['sharp', 'vips', 'highway', 'lcms', 'exif', 'heif', 'aom', 'webp', 'mozjpeg'] as const;

/**
 * Hash of all that decides the bytes of an original's renditions: the original, the recipe, the encoder releases, the
 * settings and the focal point. Twelve hexadecimal digits.
 */
export function renditionVersion(
  contentHash: string,
  { rights: { artist, copyright, licence }, largest, focusX, focusY }: RenditionSettings,
  releases: Partial<Record<string, string>> = sharp.versions,
): string {
  const encoders = LIBRARIES.map((name) => releases[name]);
  const parts = JSON.stringify([contentHash, RECIPE, encoders, artist, copyright, licence, largest, focusX, focusY]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 12);
}
