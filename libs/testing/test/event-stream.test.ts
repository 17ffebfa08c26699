import { describe, expect, it } from '@jest/globals';
import { eventParser } from '../src/event-stream.ts';

describe('eventParser', () => {
  it('parses events across chunks, and skips comments', () => {
    const parse = eventParser();

    expect(parse('event: open\ndata: {}\n\n: keep-alive\n\nevent: photo.pro')).toEqual([{ type: 'open', data: {} }]);
    expect(parse('gress\ndata: {"photo_id":3,"percent":12}\n')).toEqual([]);
    expect(parse('\nevent: photo.ready\ndata: {"photo_id":3}\n\n')).toEqual([
      { type: 'photo.progress', data: { photo_id: 3, percent: 12 } },
      { type: 'photo.ready', data: { photo_id: 3 } },
    ]);
  });
});
