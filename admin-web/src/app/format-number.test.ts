import { expect, it } from '@jest/globals';
import { formatCount, formatPhotoCount, formatNumber } from './format-number.ts';

it.each([
  ['999', formatNumber(999)],
  ['12,345', formatNumber(12345)],
  ['1 photo is', formatCount(1, 'photo is', 'photos are')],
  ['0 photos are', formatCount(0, 'photo is', 'photos are')],
  ['1 photo', formatPhotoCount(1)],
  ['10,000 photos', formatPhotoCount(10_000)],
])('formats a count as "%s"', (expected, formatted) => expect(formatted).toBe(expected));
