import { describe, expect, it } from '@jest/globals';
import { aPicture } from '../../../test/fixtures.ts';
import { shareImage, summary } from './page-head.tsx';

describe('shareImage', () => {
  it('is the crop for share cards', () => {
    expect(shareImage(aPicture({ width: 2000, height: 3000 }))).toMatchObject({ width: 1200, height: 630 });
  });

  it('is the largest JPEG of a picture without', () => {
    const picture = aPicture();
    const renditions = picture.renditions.filter(({ format }) => format !== 'share.jpeg');

    expect(shareImage({ ...picture, renditions })?.url).toMatch(/2400\.jpeg$/);
  });

  it('is undefined without a JPEG', () => {
    expect(shareImage({ ...aPicture(), renditions: [] })).toBeUndefined();
  });
});

describe('summary', () => {
  it('joins lines', () => {
    expect(summary(' Two\n\nlines ')).toBe('Two lines');
  });

  it('cuts a long text between words', () => {
    const text = summary('word '.repeat(100));

    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).toMatch(/word…$/);
  });

  it('splits no surrogate pair', () => {
    expect(summary(`冬の海\n${'波'.repeat(300)}`)).toHaveLength(200);
    expect(() => encodeURIComponent(summary(`x${'🌊'.repeat(150)}`))).not.toThrow();
  });

  it('removes control characters', () => {
    expect(summary('One\u000bline\u0007')).toBe('One line');
  });

  it('cuts a text without spaces', () => {
    expect(summary('x'.repeat(300))).toHaveLength(200);
  });
});
