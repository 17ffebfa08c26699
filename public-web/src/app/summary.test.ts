import { describe, expect, it } from '@jest/globals';
import { summary } from './summary.ts';

describe('summary', () => {
  it('puts a text on one line', () => {
    expect(summary(' Two\n\nlines ')).toBe('Two lines');
  });

  it('ends a long text between words', () => {
    const text = summary('word '.repeat(100));

    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).toMatch(/word…$/);
  });

  it('ends a text without spaces all the same', () => {
    expect(summary('x'.repeat(300))).toHaveLength(200);
  });
});
