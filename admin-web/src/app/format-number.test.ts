import { expect, it } from '@jest/globals';
import { formatCount, formatFileSize, formatPhotoCount, formatNumber } from './format-number.ts';

it.each([
  ['999', formatNumber(999)],
  ['12,345', formatNumber(12345)],
  ['1 photo is', formatCount(1, 'photo is', 'photos are')],
  ['0 photos are', formatCount(0, 'photo is', 'photos are')],
  ['1 photo', formatPhotoCount(1)],
  ['10,000 photos', formatPhotoCount(10_000)],
])('formats a count as "%s"', (expected, formatted) => expect(formatted).toBe(expected));

it.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [740_181, '723 KB'],
  [1023 * 1024, '1023 KB'],
  [1_048_000, '1.0 MB'],
  [1024 ** 3 - 1, '1.0 GB'],
  [4_400_000, '4.2 MB'],
  [1_288_490_188, '1.2 GB'],
  [5_000_000_000_000_000, '4547.5 TB'],
])('formats %i bytes as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
