import { describe, expect, it } from '@jest/globals';
import { formatTable, median, medians, percentile, seededRandom, spread } from '../src/statistics.ts';

describe('median', () => {
  it.each([
    [[7], 7],
    [[9, 1, 10], 9],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, middle) => expect(median(values)).toBe(middle));

  it('throws for an empty list', () => expect(() => median([])).toThrow('nothing'));
});

it('medians are those of each key', () => {
  const records = [
    { a: 1, b: 9 },
    { a: 3, b: 8 },
    { a: 2, b: 7 },
  ];

  expect(medians(records)).toEqual({ a: 2, b: 8 });
});

it('percentile returns a value of the list', () => {
  expect(percentile([3, 1, 2], 0.5)).toBe(2);
  expect(percentile([3, 1, 2], 0.99)).toBe(3);
  expect(percentile([], 0.5)).toBeNaN();
});

it('percentile is that of the nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, index) => index + 1);
  expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 50, 99, 100]);
});

it('spread is in percent of the median', () => expect(spread([90, 100, 120])).toBe(30));

it('seededRandom repeats its numbers', () => {
  const [one, other] = [seededRandom(3), seededRandom(3)];
  expect([one(), one()]).toEqual([other(), other()]);
});

it('formatTable aligns all columns but the first to the right', () => {
  expect(
    formatTable(
      ['page', 'req/s', 'p99'],
      [
        ['home', 9, NaN],
        ['a gallery', 12_000, 3],
      ],
    ),
  ).toBe(['page        req/s   p99', 'home            9     –', 'a gallery   12000     3'].join('\n'));
});
