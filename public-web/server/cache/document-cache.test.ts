import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CachedPage } from './cached-page.ts';
import { DocumentCache } from './document-cache.ts';

/** A cache of numbered documents that the test generates, without a content version by default. */
function createCache() {
  const runs: { path: string; finish: (isGone?: 'gone') => void; fail: () => void }[] = [];
  const state = { time: 0, version: undefined as string | undefined };
  const generate = (path: string) =>
    new Promise<{ content: CachedPage; number: number } | undefined>((resolve, reject) => {
      const number = runs.length + 1;
      const document = { content: new CachedPage(200, Buffer.alloc(20_000_000)), number };
      runs.push({
        path,
        finish: (isGone) => resolve(isGone ? undefined : document),
        fail: () => reject(new Error('broken')),
      });
    });
  jest.spyOn(performance, 'now').mockImplementation(() => state.time);
  const cache = new DocumentCache(generate, async () => state.version);
  const get = async (path = '/a') => (await cache.get(path))?.number;
  /** Calls the cache, and finishes the run that the call starts. */
  const getAndFinish = async (path = '/a', isGone?: 'gone') => {
    const found = get(path);
    await settle();
    runs.at(-1)!.finish(isGone);
    return found;
  };
  return { runs, cache, state, get, getAndFinish };
}

/** Runs all pending promise callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => void jest.restoreAllMocks());

describe('DocumentCache', () => {
  it('generates once for concurrent callers and caches the document for 3 seconds', async () => {
    const { runs, get, getAndFinish, state } = createCache();
    const both = Promise.all([get(), get()]);
    await settle();
    runs[0]!.finish();
    expect(await both).toEqual([1, 1]);

    state.time += 2_900;
    expect(await get()).toBe(1);
    state.time += 200;
    expect(await getAndFinish()).toBe(2);
  });

  it('generates again once the content version is another one', async () => {
    const cache = createCache();
    cache.state.version = 'one';
    expect(await cache.getAndFinish()).toBe(1);

    cache.state.time += 5_000;
    expect(await cache.get()).toBe(1);
    cache.cache.invalidate();
    expect(await cache.get()).toBe(1);

    cache.state.version = 'two';
    expect(await cache.get()).toBe(1);
    cache.state.time += 5_000;
    expect(await cache.getAndFinish()).toBe(2);
  });

  it('never returns a document from before a change to later callers', async () => {
    const { runs, cache, get } = createCache();
    const before = get();
    await settle();
    cache.invalidate();
    const after = get();
    runs[0]!.finish();
    await settle();
    const later = get();
    runs[1]!.finish();

    expect(await before).toBe(1);
    expect(await after).toBe(2);
    expect(await later).toBe(2);
    expect(await get()).toBe(2);
  });

  it('generates one document at a time, whatever the number of changes', async () => {
    const { runs, cache, get } = createCache();
    const all = [get()];
    for (let change = 0; change < 5; change += 1) {
      cache.invalidate();
      all.push(get());
    }
    await settle();
    expect(runs).toHaveLength(1);

    runs[0]!.finish();
    await settle();
    expect(runs).toHaveLength(2);
    runs[1]!.finish();
    expect(await Promise.all(all)).toEqual([1, 2, 2, 2, 2, 2]);
  });

  it('caches documents by path, the latest ones within 32 MB', async () => {
    const cache = createCache();
    expect(await cache.getAndFinish('/a')).toBe(1);
    expect(await cache.getAndFinish('/b')).toBe(2);

    expect(await cache.get('/b')).toBe(2);
    expect(await cache.getAndFinish('/a')).toBe(3);
    expect(cache.runs.map(({ path }) => path)).toEqual(['/a', '/b', '/a']);
  });

  it('forgets a document that is gone', async () => {
    const cache = createCache();
    expect(await cache.getAndFinish()).toBe(1);
    cache.state.time += 5_000;

    expect(await cache.getAndFinish('/a', 'gone')).toBeUndefined();
    expect(await cache.getAndFinish()).toBe(3);
  });

  it('retries after a failure', async () => {
    const cache = createCache();
    const first = cache.get();
    await settle();
    cache.runs[0]!.fail();
    await expect(first).rejects.toThrow('broken');

    expect(await cache.getAndFinish()).toBe(2);
  });
});
