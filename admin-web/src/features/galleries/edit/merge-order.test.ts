import { expect, it } from '@jest/globals';
import { mergeOrder } from './merge-order.ts';

it.each([
  ['photos that come in there come last', [1, 2, 3], [1, 3], [1, 2, 3, 4], [1, 3, 4]],
  ['photos that both take out are out', [1, 2, 3], [1, 2], [2, 3], [2]],
  ['an order from here has what joined there', [1, 2, 3], [3, 2, 1], [1, 2, 3, 4], [3, 2, 1, 4]],
  ['an order from there has what joined here', [1, 2, 3], [1, 2, 3, 5], [3, 1, 2], [3, 1, 2, 5]],
  ['an order from there loses what is taken out here', [1, 2, 3], [1, 2], [3, 1, 2], [1, 2]],
  ['a new cover from here stays the cover', [1, 2], [5, 1, 2], [1, 2, 4], [5, 1, 2, 4]],
  ['what both add is there once', [1], [1, 4], [1, 4, 5], [1, 4, 5]],
])('%s', (_, base, mine, newer, value) => {
  expect(mergeOrder(base, mine, newer)).toEqual({ value, isConflict: false });
});

it('reports a conflict of two orders, and appends the photos added there', () => {
  expect(mergeOrder([1, 2, 3], [3, 2, 1], [2, 1, 3, 4])).toEqual({ value: [3, 2, 1, 4], isConflict: true });
});
