import { expect, it } from '@jest/globals';
import { LruCache } from './lru-cache.ts';

const names = (shelf: LruCache<string>, all: string) => [...all].filter((name) => shelf.has(name)).join('');

it('makes room by what nobody has asked for the longest', () => {
  const shelf = new LruCache<string>({ entries: 3, bytes: 1_000 });
  for (const name of 'abc') shelf.set(name, name, 1);
  shelf.get('a');
  shelf.set('d', 'd', 1);

  expect(names(shelf, 'abcd')).toBe('acd');
});

it('holds no more bytes than it has room for, names and all', () => {
  const shelf = new LruCache<string>({ entries: 100, bytes: 100 });
  for (const name of 'abc') shelf.set(name, name, 38);
  expect(names(shelf, 'abc')).toBe('bc');

  shelf.set('b', 'larger', 78);
  expect(names(shelf, 'abc')).toBe('b');
  shelf.set('too-large', 'x', 90);
  expect(names(shelf, 'abc')).toBe('b');
});

it('forgets what is taken off it', () => {
  const shelf = new LruCache<string>({ entries: 100, bytes: 100 });
  shelf.set('a', 'a', 90);
  shelf.delete('a');
  shelf.delete('unknown');
  shelf.set('b', 'b', 90);

  expect(shelf.get('a')).toBeUndefined();
  expect(shelf.get('b')).toBe('b');
});
