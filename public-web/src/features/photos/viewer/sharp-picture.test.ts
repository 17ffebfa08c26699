import { expect, it } from '@jest/globals';
import { aPicture } from '../../../../test/fixtures.ts';
import { pickRendition } from './sharp-picture.tsx';

it.each([
  [300, 1, 320],
  [321, 1, 640],
  [800, 1, 1080],
  [800, 2, 1600],
  [800 * 3, 1, 2400],
  [800 * 3, 3, 2400],
])('picks for %p CSS pixels at a density of %p the rendition of %p', (width, density, pixels) => {
  expect(pickRendition(aPicture(), width, density)).toEqual({ pixels, sizes: `${(pixels / density).toFixed(2)}px` });
});

it('picks none without a width or renditions', () => {
  expect(pickRendition(aPicture(), 0, 1).pixels).toBe(0);
  expect(pickRendition({ ...aPicture(), renditions: [] }, 800, 1).pixels).toBe(0);
});
