import { expect, it } from '@jest/globals';
import { Shelf } from './shelf.ts';

const names = (shelf: Shelf<string>, all: string) => [...all].filter((name) => shelf.has(name)).join('');

it('makes room by what nobody has asked for the longest', () => {
  const shelf = new Shelf<string>({ entries: 3, bytes: 1_000 });
  for (const name of 'abc') shelf.put(name, name, 1);
  shelf.take('a');
  shelf.put('d', 'd', 1);

  expect(names(shelf, 'abcd')).toBe('acd');
});

it('holds no more bytes than it has room for, names and all', () => {
  const shelf = new Shelf<string>({ entries: 100, bytes: 100 });
  for (const name of 'abc') shelf.put(name, name, 38);
  expect(names(shelf, 'abc')).toBe('bc');

  shelf.put('b', 'larger', 78);
  expect(names(shelf, 'abc')).toBe('b');
  shelf.put('too-large', 'x', 90);
  expect(names(shelf, 'abc')).toBe('b');
});

it('forgets what is taken off it', () => {
  const shelf = new Shelf<string>({ entries: 100, bytes: 100 });
  shelf.put('a', 'a', 90);
  shelf.remove('a');
  shelf.remove('unknown');
  shelf.put('b', 'b', 90);

  expect(shelf.take('a')).toBeUndefined();
  expect(shelf.take('b')).toBe('b');
});
