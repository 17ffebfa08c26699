import { createHash } from 'node:crypto';
import type { PictureRights } from '@portfolio/contracts';
import { RECIPE } from './recipe.ts';

/**
 * Names the renditions of an original by everything that their bytes follow from: the original, how they are made, and
 * the rights they carry. Twelve hexadecimal digits.
 */
export function renditionVersion(contentHash: string, { artist, copyright, licence }: PictureRights): string {
  const parts = [contentHash, RECIPE];
  // Without any rights the name says nothing of them, as it did before there were any.
  if (artist || copyright || licence) parts.push(JSON.stringify([artist, copyright, licence]));
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 12);
}
