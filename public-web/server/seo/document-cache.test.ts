import { describe, expect, it } from '@jest/globals';
import { DocumentCache } from './document-cache.ts';

/** Makes numbers, each when it is told to. */
function aWorkshop() {
  const orders: { done: () => void; fail: () => void }[] = [];
  let time = 0;
  const make = () =>
    new Promise<number>((resolve, reject) => {
      const number = orders.length + 1;
      orders.push({ done: () => resolve(number), fail: () => reject(new Error('broken')) });
    });
  const kept = new DocumentCache(make, { now: () => time });
  return { orders, kept, pass: (milliseconds: number) => (time += milliseconds) };
}

/** Lets everything run that waits for nothing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('Kept', () => {
  it('makes one thing for all who ask, and tells it again for a moment', async () => {
    const { orders, kept, pass } = aWorkshop();
    const both = Promise.all([kept.get(), kept.get()]);
    orders[0]!.done();
    expect(await both).toEqual([1, 1]);

    pass(2_900);
    expect(await kept.get()).toBe(1);
    pass(200);
    const later = kept.get();
    orders[1]!.done();
    expect(await later).toBe(2);
  });

  it('never tells what was made before a change to who asks after it', async () => {
    const { orders, kept } = aWorkshop();
    const before = kept.get();
    kept.clear();
    const after = kept.get();
    orders[0]!.done();
    await settle();
    const later = kept.get();
    orders[1]!.done();

    expect(await before).toBe(1);
    expect(await after).toBe(2);
    expect(await later).toBe(2);
    expect(await kept.get()).toBe(2);
  });

  it('makes one at a time, however often there are changes', async () => {
    const { orders, kept } = aWorkshop();
    const all = [kept.get()];
    for (let change = 0; change < 5; change += 1) {
      kept.clear();
      all.push(kept.get());
    }
    await settle();
    expect(orders).toHaveLength(1);

    orders[0]!.done();
    await settle();
    expect(orders).toHaveLength(2);
    orders[1]!.done();
    expect(await Promise.all(all)).toEqual([1, 2, 2, 2, 2, 2]);
  });

  it('tries again after a failure', async () => {
    const { orders, kept } = aWorkshop();
    const first = kept.get();
    orders[0]!.fail();
    await expect(first).rejects.toThrow('broken');

    const second = kept.get();
    orders[1]!.done();
    expect(await second).toBe(2);
  });
});
