import { expect, it } from '@jest/globals';
import { formatPrice } from './price.ts';

it.each([
  [1250, 'en', '$1,250.00'],
  [480.5, 'en', '$480.50'],
  [0, 'en', '$0.00'],
  [1250, 'en-GB', 'US$1,250.00'],
  [1250, 'de', '1.250,00\u00a0$'],
  [1250, 'ja', '$1,250.00'],
])('formats %d in %s', (price, language, text) => {
  expect(formatPrice(price, language)).toBe(text);
});
