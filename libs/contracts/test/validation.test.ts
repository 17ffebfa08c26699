import { describe, expect, it, jest } from '@jest/globals';
import { CODE_POINTS_PER_CHARACTER, characterCount, EMAIL_PATTERN, graphemesOf, hasAtMost } from '../src/index.ts';

/** The longest grapheme in use: two people with skin tones, kissing. */
const KISS = '👩🏽‍❤️‍💋‍👨🏿';

describe('characterCount', () => {
  it.each([
    ['two people, kissing', KISS, 1],
    ['a letter with a combining mark', 'é', 1],
    ['composed and decomposed é', 'éé', 2],
    ['a flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 1],
    ['Devanagari with its vowel signs', 'नमस्ते', 3],
    ['Thai with marks above', 'ที่', 1],
    ['Hangul in pieces', '한', 1],
    ['a line break of Windows', 'a\r\nb', 3],
    ['spaces', '   ', 3],
    ['half a surrogate pair', '\ud83d', 1],
    ['marks of direction', '\u202eab', 3],
  ])('counts %s', (_, text, count) => {
    expect(characterCount(text)).toBe(count);
  });
});

describe('graphemesOf', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

  it.each([KISS, 'é', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'न्द्र', '🇫🇷🇩🇪', '\r\n', '𝄞', `x${'\u0301'.repeat(300)}`])('divides no %j', (grapheme) => {
    // At each offset to the end of a part.
    for (let length = 236; length <= 276; length += 1) {
      const text = `é${'x'.repeat(length)}${grapheme.repeat(4)}`;
      expect([...graphemesOf(text)]).toEqual([...segmenter.segment(text)].map(({ segment }) => segment));
    }
  });

  // Each step of a segmenter takes time in proportion to its whole text.
  it.each([
    ['', 255_000],
    [`x${'\u0301'.repeat(65_000)}`, 120_000],
  ])('gives the segmenter short parts, also after a long grapheme', (start, count) => {
    const segment = jest.spyOn(Intl.Segmenter.prototype, 'segment');

    expect([...graphemesOf(start + 'é'.repeat(count))]).toHaveLength(count + (start ? 1 : 0));

    const lengths = segment.mock.calls.map(([part]) => part.length).slice(start ? 20 : 0);
    segment.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(1_000);
  });
});

describe('hasAtMost', () => {
  it('accepts max graphemes, also the longest in use', () => {
    expect([...KISS]).toHaveLength(CODE_POINTS_PER_CHARACTER);
    expect(hasAtMost(3, KISS.repeat(3))).toBe(true);
    expect(hasAtMost(3, KISS.repeat(4))).toBe(false);
    expect(hasAtMost(3, 'abc')).toBe(true);
    expect(hasAtMost(3, 'abcd')).toBe(false);
  });

  it('rejects a letter with thousands of combining marks', () => {
    const letterWith = (marks: number) => `a${'\u0301'.repeat(marks)}`;

    expect(characterCount(letterWith(100_000))).toBe(1);
    expect(hasAtMost(3, letterWith(3 * CODE_POINTS_PER_CHARACTER - 1))).toBe(true);
    expect(hasAtMost(3, letterWith(3 * CODE_POINTS_PER_CHARACTER))).toBe(false);
  });

  it('counts code points, not halves of surrogate pairs', () => {
    const beyond = '𝄞'.repeat(30);

    expect(beyond).toHaveLength(60);
    expect(hasAtMost(30, beyond)).toBe(true);
    expect(hasAtMost(29, beyond)).toBe(false);
  });
});

describe('EMAIL_PATTERN', () => {
  it.each([
    'a@b.example',
    "o'brien+tag@sub.example.org",
    'x_1!#$%&*/=?^`{|}~-@a-b.co',
    `${'x'.repeat(64)}@${'y'.repeat(63)}.example`,
  ])('accepts %s', (email) => {
    expect(EMAIL_PATTERN.test(email)).toBe(true);
  });

  it.each([
    '',
    ' ',
    'a',
    'a@',
    '@b.example',
    'a@b',
    'a@b.',
    'a@.b',
    'a@b..c',
    'a b@c.d',
    'a@b.c d',
    'a@@b.c',
    'a@b@c.d',
    'a@-b.c',
    'a@b-.c',
    'a@b.c\n',
    '\na@b.c',
    'a@b.c\r\nBcc: x@y.z',
    '"a"@b.c',
    'a@[127.0.0.1]',
    'å@b.c',
    'a@bücher.de',
    `${'x'.repeat(65)}@b.c`,
    `a@${'y'.repeat(64)}.c`,
    '<a@b.c>',
    'a@b.c,d@e.f',
  ])('rejects %j', (email) => {
    expect(EMAIL_PATTERN.test(email)).toBe(false);
  });

  it('rejects a long hostile text without backtracking', () => {
    const before = process.cpuUsage();
    expect(EMAIL_PATTERN.test(`a@${'a-'.repeat(100_000)}`)).toBe(false);
    expect(EMAIL_PATTERN.test(`a@${'a.'.repeat(100_000)}`)).toBe(false);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});
