import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.ts';

const DEFAULTS = { minutes: 10, disk: false };

describe('readOptions', () => {
  it('returns the given options and the defaults of the others', () => {
    expect(readOptions([], DEFAULTS)).toEqual({ minutes: 10, disk: false, names: [] });
    expect(readOptions(['--disk', '--minutes', '0.5'], DEFAULTS)).toEqual({ minutes: 0.5, disk: true, names: [] });
    expect(readOptions(['--minutes=3'], DEFAULTS).minutes).toBe(3);
  });

  it('rejects a number without an option', () => {
    expect(() => readOptions(['7'], DEFAULTS)).toThrow(/7/);
  });

  it.each([[['--minuts', '3']], [['--minutes', 'x']], [['--minutes', '0']], [['--minutes']], [['--disk=yes']]])(
    'rejects %j',
    (args) => {
      expect(() => readOptions(args, DEFAULTS)).toThrow(/--\w+/);
    },
  );

  it('returns names for a command that has them', () => {
    expect(readOptions(['found', '--disk'], { disk: false }, { allowNames: true }).names).toEqual(['found']);
  });
});
