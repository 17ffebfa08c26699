import { expect, it } from '@jest/globals';
import { aNewsItem } from '../../../test/factories.ts';
import { isWebAddress, nameOf, excerptOf } from './news-table.tsx';

it.each([
  ['It is out.', 'It is out.'],
  ['It is out. Come and see', 'It is out…'],
  ['It is outstanding', 'It is…'],
  ['👩‍🎨'.repeat(3), '👩‍🎨'.repeat(3)],
])('cuts a text between words: %s', (text, shown) => {
  expect(excerptOf(text, 12)).toBe(shown);
});

it('names an item by its first text', () => {
  expect(nameOf(aNewsItem({ headline: 'A book' }))).toBe('A book');
  expect(nameOf(aNewsItem({ headline: null, content: 'It is out.' }))).toBe('It is out.');
  expect(nameOf(aNewsItem({ id: 7, headline: null, content: null }))).toBe('news item 7');
});

it.each([
  ['https://example.com', true],
  ['HTTP://example.com', true],
  ['javascript:alert(1)', false],
  ['//example.com', false],
])('allows the link %s: %s', (link, expected) => {
  expect(isWebAddress(link)).toBe(expected);
});
