import { describe, expect, it } from '@jest/globals';
import { median, spread, table } from './figures.ts';

describe('the median', () => {
  it.each([
    [[7], 7],
    [[9, 1, 10], 9],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, middle) => expect(median(values)).toBe(middle));

  it('of nothing is none', () => expect(() => median([])).toThrow('nothing'));
});

it('the spread is told in hundredths of the median', () => expect(spread([90, 100, 120])).toBe(30));

it('a table has its numbers under each other', () => {
  expect(
    table(
      ['page', 'req/s'],
      [
        ['home', 9],
        ['a gallery', 12_000],
      ],
    ),
  ).toBe(['page        req/s', 'home            9', 'a gallery   12000'].join('\n'));
});
