import { describe, expect, it } from '@jest/globals';
import { parseIfMatch, entityTagOf } from './versions.ts';

describe('If-Match', () => {
  it.each(['"a"', '"b", "a"', '"b","a"', ', "a" ,', ' "a" ', '*', ' * ', '"a", W/"a"'])('%s matches "a"', (header) => {
    expect(parseIfMatch(header)!('"a"')).toBe(true);
  });

  it.each(['', ',', 'a', '"b"', 'W/"a"', '"a', 'x "a"', '"a" "b"', '*, "a"', "'a'", '"A"'])(
    '%s does not match "a"',
    (header) => {
      expect(parseIfMatch(header)!('"a"')).toBe(false);
    },
  );

  it('is undefined without a header', () => {
    expect(parseIfMatch(undefined)).toBeUndefined();
  });

  it('a long malformed header does not match "a"', () => {
    const header = `${'"a",'.repeat(4000)}${' ,\t'.repeat(4000)}x`;

    expect(parseIfMatch(header)!('"a"')).toBe(false);
  });
});

it('entityTagOf returns a strong, distinct and stable tag', () => {
  expect(entityTagOf([1, null, 'Harbour'])).toMatch(/^"[\w-]{22}"$/);
  expect(entityTagOf([1, null, 'Harbour'])).toBe(entityTagOf([1, null, 'Harbour']));
  expect(entityTagOf([1, null, 'Harbour'])).not.toBe(entityTagOf([1, 'Harbour', null]));
});
