import { expect, it } from '@jest/globals';
import { mergeOrder } from './merge-order.ts';

it.each([
  ['appends photos added there', [1, 2, 3], [1, 3], [1, 2, 3, 4], [1, 3, 4]],
  ['removes photos removed on either side', [1, 2, 3], [1, 2], [2, 3], [2]],
  ['preserves the order from here with photos added there', [1, 2, 3], [3, 2, 1], [1, 2, 3, 4], [3, 2, 1, 4]],
  ['preserves the order from there with photos added here', [1, 2, 3], [1, 2, 3, 5], [3, 1, 2], [3, 1, 2, 5]],
  ['preserves the order from there without photos removed here', [1, 2, 3], [1, 2], [3, 1, 2], [1, 2]],
  ['preserves a new cover from here', [1, 2], [5, 1, 2], [1, 2, 4], [5, 1, 2, 4]],
  ['contains a photo added on both sides once', [1], [1, 4], [1, 4, 5], [1, 4, 5]],
])('%s', (_, base, ours, theirs, value) => {
  expect(mergeOrder(base, ours, theirs)).toEqual({ value, isConflict: false });
});

it('reports a conflict of two orders, and appends the photos added there', () => {
  expect(mergeOrder([1, 2, 3], [3, 2, 1], [2, 1, 3, 4])).toEqual({ value: [3, 2, 1, 4], isConflict: true });
});
