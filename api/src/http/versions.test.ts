import { describe, expect, it } from '@jest/globals';
import { preconditionOf, tagOf } from './versions.ts';

describe('If-Match', () => {
  it.each(['"a"', '"b", "a"', '"b","a"', ', "a" ,', ' "a" ', '*', ' * ', '"a", W/"a"'])('%s names "a"', (header) => {
    expect(preconditionOf(header)!('"a"')).toBe(true);
  });

  it.each(['', ',', 'a', '"b"', 'W/"a"', '"a', 'x "a"', '"a" "b"', '*, "a"', "'a'", '"A"'])(
    '%s does not name "a"',
    (header) => {
      expect(preconditionOf(header)!('"a"')).toBe(false);
    },
  );

  it('is no condition where there is none', () => {
    expect(preconditionOf(undefined)).toBeUndefined();
  });

  it('is read at once, however long and odd it is', () => {
    const header = `${'"a",'.repeat(4000)}${' ,\t'.repeat(4000)}x`;

    expect(preconditionOf(header)!('"a"')).toBe(false);
  });
});

it('the tag of a state is strong, its own, and the same each time', () => {
  expect(tagOf([1, null, 'Harbour'])).toMatch(/^"[\w-]{22}"$/);
  expect(tagOf([1, null, 'Harbour'])).toBe(tagOf([1, null, 'Harbour']));
  expect(tagOf([1, null, 'Harbour'])).not.toBe(tagOf([1, 'Harbour', null]));
});
