import { expect, it } from '@jest/globals';
import { formatCount, formatPhotoCount, formatNumber } from './format-number.ts';

it.each([
  [formatNumber(999), '999'],
  [formatNumber(12345), '12,345'],
  [formatCount(1, 'photo is', 'photos are'), '1 photo is'],
  [formatCount(0, 'photo is', 'photos are'), '0 photos are'],
  [formatPhotoCount(1), '1 photo'],
  [formatPhotoCount(10_000), '10,000 photos'],
])('formats a count as %p', (words, expected) => expect(words).toBe(expected));
