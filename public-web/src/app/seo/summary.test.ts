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

  it('never ends in half a character', () => {
    expect(() => encodeURIComponent(summary(`x${'🌊'.repeat(150)}`))).not.toThrow();
  });

  it('leaves out control characters, which no markup may hold', () => {
    expect(summary('One\u000bline\u0007')).toBe('One line');
  });

  it('ends a text without spaces all the same', () => {
    expect(summary('x'.repeat(300))).toHaveLength(200);
  });
});
