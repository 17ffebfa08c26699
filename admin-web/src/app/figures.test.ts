import { expect, it } from '@jest/globals';
import { counted, countedPhotos, figure } from './figures.ts';

it.each([
  [figure(999), '999'],
  [figure(12345), '12,345'],
  [counted(1, 'photo is', 'photos are'), '1 photo is'],
  [counted(0, 'photo is', 'photos are'), '0 photos are'],
  [countedPhotos(1), '1 photo'],
  [countedPhotos(10_000), '10,000 photos'],
])('a count reads as %p', (words, expected) => expect(words).toBe(expected));
