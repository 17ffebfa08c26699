import { describe, expect, it } from '@jest/globals';
import { SharedReading } from './shared-reading.ts';

/** Readings that end when they are told to, each with its number. */
function readings() {
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const shared = new SharedReading(() => new Promise<number>((resolve, reject) => void ends.push({ resolve, reject })));
  const end = async (index: number) => {
    ends[index]!.resolve(index);
    await new Promise(setImmediate);
  };
  return { shared, ends, end };
}

describe('a shared reading', () => {
  it('tells nobody what was read before they asked, and all who came meanwhile the same', async () => {
    const { shared, ends, end } = readings();
    const first = shared.now();
    const [second, third] = [shared.now(), shared.now()];
    expect(ends).toHaveLength(1);

    await end(0);
    expect(ends).toHaveLength(2);
    await end(1);

    expect(await Promise.all([first, second, third])).toEqual([0, 1, 1]);
    void shared.now();
    expect(ends).toHaveLength(3);
  });

  it('fails for those whose reading failed, and for nobody else', async () => {
    const { shared, ends, end } = readings();
    const first = shared.now();
    const second = shared.now();
    ends[0]!.reject(new Error('away'));

    await expect(first).rejects.toThrow('away');
    await end(1);
    expect(await second).toBe(1);
  });
});
