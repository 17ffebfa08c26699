import { describe, expect, it } from '@jest/globals';
import { preconditionOf, tagOf } from './versions.ts';

describe('If-Match', () => {
  it.each(['"a"', '"b", "a"', '"b","a"', ', "a" ,', ' "a" ', '*', ' * ', '"a", W/"a"'])('%s matches "a"', (header) => {
    expect(preconditionOf(header)!('"a"')).toBe(true);
  });

  it.each(['', ',', 'a', '"b"', 'W/"a"', '"a', 'x "a"', '"a" "b"', '*, "a"', "'a'", '"A"'])(
    '%s does not match "a"',
    (header) => {
      expect(preconditionOf(header)!('"a"')).toBe(false);
    },
  );

  it('is undefined without a header', () => {
    expect(preconditionOf(undefined)).toBeUndefined();
  });

  it('is parsed in linear time', () => {
    const header = `${'"a",'.repeat(4000)}${' ,\t'.repeat(4000)}x`;

    expect(preconditionOf(header)!('"a"')).toBe(false);
  });
});

it('tagOf returns a strong, distinct and stable tag', () => {
  expect(tagOf([1, null, 'Harbour'])).toMatch(/^"[\w-]{22}"$/);
  expect(tagOf([1, null, 'Harbour'])).toBe(tagOf([1, null, 'Harbour']));
  expect(tagOf([1, null, 'Harbour'])).not.toBe(tagOf([1, 'Harbour', null]));
});
