import { describe, expect, it } from '@jest/globals';
import { isFresh, parseRange } from './file-server.ts';

describe('If-None-Match', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '"x, y", "a"'])('%s matches the tag "a"', (tags) => {
    expect(isFresh({ 'if-none-match': tags }, '"a"')).toBe(true);
  });

  it.each(['', 'a', '"b"', '"A"', '"b, a"', '*'])('%j does not match the tag "a"', (tags) => {
    expect(isFresh({ 'if-none-match': tags }, '"a"')).toBe(false);
  });
});

describe('Range of a file of ten bytes', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=4-99', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['BYTES= 2-3 ', { start: 2, end: 3 }],
  ])('%s is satisfiable', (range, part) => {
    expect(parseRange({ range }, '"a"', 10)).toEqual(part);
  });

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])('%s is unsatisfiable', (range) => {
    expect(parseRange({ range }, '"a"', 10)).toBe('unsatisfiable');
  });

  it.each(['', 'bytes', 'bytes=', 'bytes=-', 'bytes=3-2', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=1--2'])(
    '%j selects the whole file',
    (range) => {
      expect(parseRange({ range }, '"a"', 10)).toBeUndefined();
    },
  );

  it('applies only to the strong tag in If-Range', () => {
    const of = (version: string) => parseRange({ range: 'bytes=0-3', 'if-range': version }, '"a"', 10);

    expect(of('"a"')).toEqual({ start: 0, end: 3 });
    expect([of('"b"'), of('W/"a"'), of('Wed, 21 Oct 2026 07:28:00 GMT')]).toEqual([undefined, undefined, undefined]);
  });
});

it('Range of an empty file is unsatisfiable', () => {
  expect(parseRange({ range: 'bytes=0-' }, '"a"', 0)).toBe('unsatisfiable');
  expect(parseRange({ range: 'bytes=-5' }, '"a"', 0)).toBe('unsatisfiable');
});
