import { describe, expect, it } from '@jest/globals';
import { eventReader } from './site-events.ts';

describe('a stream of events', () => {
  it('is read however it comes in, past what only keeps it alive', () => {
    const read = eventReader();

    expect(read('event: open\ndata: {}\n\n: keep-alive\n\nevent: photo.pro')).toEqual([{ type: 'open', data: {} }]);
    expect(read('gress\ndata: {"photo_id":3,"percent":12}\n')).toEqual([]);
    expect(read('\nevent: photo.ready\ndata: {"photo_id":3}\n\n')).toEqual([
      { type: 'photo.progress', data: { photo_id: 3, percent: 12 } },
      { type: 'photo.ready', data: { photo_id: 3 } },
    ]);
  });
});
