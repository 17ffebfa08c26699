import { describe, expect, it } from '@jest/globals';
import { DocumentCache } from './document-cache.ts';

/** A cache of numbers that the test generates. */
function createCache() {
  const runs: { finish: () => void; fail: () => void }[] = [];
  let time = 0;
  const generate = () =>
    new Promise<number>((resolve, reject) => {
      const number = runs.length + 1;
      runs.push({ finish: () => resolve(number), fail: () => reject(new Error('broken')) });
    });
  const cache = new DocumentCache(generate, { now: () => time });
  return { runs, cache, pass: (milliseconds: number) => (time += milliseconds) };
}

/** Runs all pending promise callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('DocumentCache', () => {
  it('generates once for concurrent callers and caches the document for 3 seconds', async () => {
    const { runs, cache, pass } = createCache();
    const both = Promise.all([cache.get(), cache.get()]);
    runs[0]!.finish();
    expect(await both).toEqual([1, 1]);

    pass(2_900);
    expect(await cache.get()).toBe(1);
    pass(200);
    const later = cache.get();
    runs[1]!.finish();
    expect(await later).toBe(2);
  });

  it('never returns a document from before a change to later callers', async () => {
    const { runs, cache } = createCache();
    const before = cache.get();
    cache.clear();
    const after = cache.get();
    runs[0]!.finish();
    await settle();
    const later = cache.get();
    runs[1]!.finish();

    expect(await before).toBe(1);
    expect(await after).toBe(2);
    expect(await later).toBe(2);
    expect(await cache.get()).toBe(2);
  });

  it('generates one document at a time, whatever the number of changes', async () => {
    const { runs, cache } = createCache();
    const all = [cache.get()];
    for (let change = 0; change < 5; change += 1) {
      cache.clear();
      all.push(cache.get());
    }
    await settle();
    expect(runs).toHaveLength(1);

    runs[0]!.finish();
    await settle();
    expect(runs).toHaveLength(2);
    runs[1]!.finish();
    expect(await Promise.all(all)).toEqual([1, 2, 2, 2, 2, 2]);
  });

  it('retries after a failure', async () => {
    const { runs, cache } = createCache();
    const first = cache.get();
    runs[0]!.fail();
    await expect(first).rejects.toThrow('broken');

    const second = cache.get();
    runs[1]!.finish();
    expect(await second).toBe(2);
  });
});
