import { describe, expect, it } from '@jest/globals';
import { parseStages } from './start-stages.ts';

describe('parseStages', () => {
  it('times each stage from the start of its line to the end', () => {
    const chunks = [
      { at: 200, text: '\n> portfolio@0.1.0 start\n> node tools/start.mjs\n\n' },
      { at: 500, text: '\n' },
      { at: 700, text: '  Database ......................... ' },
      { at: 1900, text: '  1.2 s\n  Schema ........................... ' },
      { at: 2400, text: '  0.5' },
      { at: 2401, text: ' s\n\n  Site          http://localhost:3000\n  Stop with Ctrl-C.\n' },
    ];

    expect(parseStages(chunks)).toEqual([
      { title: 'Database', start: 700, end: 1900 },
      { title: 'Schema', start: 1900, end: 2401 },
    ]);
  });

  it('returns no stages for other output', () =>
    expect(parseStages([{ at: 1, text: 'Port 3000 is in use.\n' }])).toEqual([]));
});
