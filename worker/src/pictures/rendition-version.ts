import { createHash } from 'node:crypto';
import type { PictureRights } from '@portfolio/contracts';
import sharp from 'sharp';
import { RECIPE } from './recipe.ts';

/** Libraries whose release decides the bytes of a rendition; one that sharp does not name counts as unchanged. */
const LIBRARIES = ['sharp', 'vips', 'highway', 'lcms', 'exif', 'heif', 'aom', 'webp', 'mozjpeg'] as const;

/**
 * Names the renditions of an original by everything that their bytes follow from: the original, how and by which releases of
 * the encoders they are made, and the rights they carry. Twelve hexadecimal digits.
 *
 * @param releases of the libraries; those that run here unless told
 */
export function renditionVersion(
  contentHash: string,
  { artist, copyright, licence }: PictureRights,
  releases: Partial<Record<string, string>> = sharp.versions,
): string {
  const encoders = LIBRARIES.map((name) => releases[name]);
  const parts = JSON.stringify([contentHash, RECIPE, encoders, artist, copyright, licence]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 12);
}
