import { describe, expect, it } from '@jest/globals';
import { score } from './score.ts';

const perfect = { firstPaint: 500, largestPaint: 700, blocked: 0, layoutShift: 0 };

describe('score', () => {
  it('is 100 for a perfect page and 50 for the median page', () => {
    expect(score(perfect)).toBeCloseTo(100, 5);
    expect(score({ firstPaint: 3_000, largestPaint: 4_000, blocked: 600, layoutShift: 0.25 })).toBeCloseTo(50, 5);
  });

  it('is 90 for good values of all metrics', () => {
    expect(score({ firstPaint: 1_800, largestPaint: 2_500, blocked: 200, layoutShift: 0.1 })).toBeCloseTo(90, 5);
  });

  it('loses the weight of a bad metric', () => {
    expect(score({ ...perfect, blocked: 60_000 })).toBeCloseTo(100 - (100 * 30) / 90, 5);
  });
});
