import { describe, expect, it } from '@jest/globals';
import { stagesOf } from './stages.ts';

describe('the stages of a start', () => {
  it('last from the beginning of their line to its end, however it comes in', () => {
    const heard = [
      { at: 200, text: '\n> portfolio@0.1.0 start\n> node tools/start.mjs\n\n' },
      { at: 500, text: '\n' },
      { at: 700, text: '  Database ......................... ' },
      { at: 1900, text: '  1.2 s\n  Schema ........................... ' },
      { at: 2400, text: '  0.5' },
      { at: 2401, text: ' s\n\n  Site          http://localhost:3000\n  Stop with Ctrl-C.\n' },
    ];

    expect(stagesOf(heard)).toEqual([
      { title: 'Database', began: 700, ended: 1900 },
      { title: 'Schema', began: 1900, ended: 2401 },
    ]);
  });

  it('are none where none was printed', () =>
    expect(stagesOf([{ at: 1, text: 'Port 3000 is in use.\n' }])).toEqual([]));
});
