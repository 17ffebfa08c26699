import { describe, expect, it } from '@jest/globals';
import { captureDate } from '../src/index.ts';

interface Field {
  tag: number;
  text: string;
}

/** An EXIF block with these fields, as cameras write it. */
function exifOf(fields: Field[], order: 'LE' | 'BE' = 'LE'): Buffer {
  const exif = Buffer.alloc(512);
  const short = (value: number, at: number) => exif[`writeUInt16${order}`](value, at);
  const long = (value: number, at: number) => exif[`writeUInt32${order}`](value, at);
  exif.write(order === 'LE' ? 'II' : 'MM');
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x8769, 10);
  short(4, 12);
  long(1, 14);
  long(64, 18);
  short(fields.length, 64);
  fields.forEach(({ tag, text }, index) => {
    const at = 66 + index * 12;
    short(tag, at);
    short(2, at + 2);
    long(text.length + 1, at + 4);
    if (text.length < 4) exif.write(text, at + 8);
    else {
      long(200 + index * 40, at + 8);
      exif.write(text, 200 + index * 40);
    }
  });
  return exif;
}

const TAKEN = { tag: 0x9003, text: '2026:03:01 17:20:11' };

describe('the capture date', () => {
  it.each(['LE', 'BE'] as const)('is read in the byte order %s, with or without its prefix', (order) => {
    const exif = exifOf([TAKEN], order);

    expect(captureDate(exif)).toBe('2026-03-01T17:20:11.000');
    expect(captureDate(Buffer.concat([Buffer.from('Exif\0\0'), exif]))).toBe('2026-03-01T17:20:11.000');
  });

  it.each([
    ['5', '2026-03-01T17:20:11.500'],
    ['07', '2026-03-01T17:20:11.070'],
    ['123456', '2026-03-01T17:20:11.123'],
  ])('includes the fraction %s of a second', (text, date) => {
    expect(captureDate(exifOf([TAKEN, { tag: 0x9291, text }]))).toBe(date);
  });

  it('falls back to the date of the scan', () => {
    expect(captureDate(exifOf([{ tag: 0x9004, text: '1998:07:02 08:00:00' }]))).toBe('1998-07-02T08:00:00.000');
  });

  it.each([
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2026:02:30 10:00:00',
    '2026:03:01 25:00:00',
    'yesterday',
    '',
  ])('is undefined for %j', (text) => {
    expect(captureDate(exifOf([{ tag: 0x9003, text }]))).toBeUndefined();
  });

  it('is undefined in a block truncated anywhere', () => {
    const exif = exifOf([TAKEN]);
    const read = Array.from({ length: 219 }, (_, length) => captureDate(exif.subarray(0, length)));

    expect(new Set(read)).toEqual(new Set([undefined]));
    expect(captureDate(undefined)).toBeUndefined();
    expect(captureDate(Buffer.alloc(64, 0xff))).toBeUndefined();
  });
});
