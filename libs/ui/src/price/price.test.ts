import { expect, it } from '@jest/globals';
import { formatPrice } from './price.ts';

it.each([
  [1250, '$1,250.00'],
  [480.5, '$480.50'],
  [0, '$0.00'],
])('writes %d as people read it', (price, text) => {
  expect(formatPrice(price)).toBe(text);
});
