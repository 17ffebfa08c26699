import { expect, it } from '@jest/globals';
import { readOptions } from './options.ts';

const OPTIONS = { minutes: 10, disk: false };

it('has what was given in the place of what it is otherwise', () => {
  expect(readOptions([], OPTIONS)).toEqual({ minutes: 10, disk: false, names: [] });
  expect(readOptions(['--disk', '--minutes', '0.5'], OPTIONS)).toEqual({ minutes: 0.5, disk: true, names: [] });
  expect(readOptions(['--minutes=3'], OPTIONS).minutes).toBe(3);
});

it('takes no number for an option that was not given', () => {
  expect(() => readOptions(['7'], OPTIONS)).toThrow(/7/);
});

it.each([[['--minuts', '3']], [['--minutes', 'x']], [['--minutes', '0']], [['--minutes']], [['--disk=yes']]])(
  'refuses %j',
  (args) => {
    expect(() => readOptions(args, OPTIONS)).toThrow(/--\w+/);
  },
);

it('gives names to those who want some', () => {
  expect(readOptions(['found', '--disk'], { disk: false }, 'names').names).toEqual(['found']);
});
