import { describe, expect, it } from '@jest/globals';
import { score } from './score.ts';

/** In `CURVES`. */
const FIRST_PAINT_WEIGHT = 10;
const BLOCKING_TIME_WEIGHT = 30;
const ALL_WEIGHTS = 90;
const perfect = { firstContentfulPaint: 500, largestContentfulPaint: 700, blockingTime: 0, layoutShift: 0 };

describe('Lighthouse score', () => {
  it('is 100 for a perfect page, and 50 where each metric has the median', () => {
    expect(score(perfect)).toBeCloseTo(100, 5);
    expect(
      score({ firstContentfulPaint: 3_000, largestContentfulPaint: 4_000, blockingTime: 600, layoutShift: 0.25 }),
    ).toBeCloseTo(50, 5);
  });

  it('is 90 for good values of all metrics', () => {
    expect(
      score({ firstContentfulPaint: 1_800, largestContentfulPaint: 2_500, blockingTime: 200, layoutShift: 0.1 }),
    ).toBeCloseTo(90, 5);
  });

  it.each([
    [1_200, 0.99],
    [1_572, 0.94],
    [1_801, 0.89],
  ])('is that of Lighthouse for a first paint after %i ms', (firstContentfulPaint, expected) => {
    expect(score({ ...perfect, firstContentfulPaint })).toBeCloseTo(
      100 - (100 * FIRST_PAINT_WEIGHT * (1 - expected)) / ALL_WEIGHTS,
      5,
    );
  });

  it('a bad metric costs its share of the weights', () => {
    expect(score({ ...perfect, blockingTime: 60_000 })).toBeCloseTo(
      100 - (100 * BLOCKING_TIME_WEIGHT) / ALL_WEIGHTS,
      5,
    );
  });
});
