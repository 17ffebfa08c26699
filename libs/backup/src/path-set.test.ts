import { describe, expect, it } from '@jest/globals';
import { linesOf } from './manifest.ts';
import { PathSet } from './path-set.ts';

async function* entriesOf(paths: string[]) {
  for (const path of paths) yield { path };
}

describe('PathSet', () => {
  it.each([0, 1, 1_024, 5_000])('has each of %d paths, and no other', async (count) => {
    const paths = Array.from({ length: count }, (_, index) => `data/originals/${index}.jpg`);
    const set = await PathSet.from(entriesOf(paths));

    expect(set.size).toBe(count);
    expect(paths.every((path) => set.has(path))).toBe(true);
    expect(set.has('data/originals/x.jpg')).toBe(false);
    expect(set.hasDuplicates).toBe(false);
  });

  it('detects a path that is there twice', async () => {
    expect((await PathSet.from(entriesOf(['a', 'b', 'a']))).hasDuplicates).toBe(true);
  });
});

describe('linesOf', () => {
  it.each([
    [
      ['one\ntwo\r\nthr', 'ee\rfour'],
      ['one', 'two', 'three', 'four'],
    ],
    [
      ['one\r', '\ntwo\n'],
      ['one', '', 'two'],
    ],
    [['', 'one'], ['one']],
    [[], []],
  ])('splits %j', async (parts, lines) => {
    const found: string[] = [];
    for await (const line of linesOf(parts)) found.push(line);

    expect(found).toEqual(lines);
  });
});
