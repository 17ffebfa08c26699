import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CachedPage } from './cached-page.ts';
import { PageCache } from './page-cache.ts';

const aPage = (text: string, status = 200, isUnbounded = false) =>
  new CachedPage(status, Buffer.from(text), isUnbounded);

/** Runs all pending promise callbacks. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A cache with a fake clock, whose renders the test resolves. */
function createCache() {
  const renders: {
    address: string;
    previous: CachedPage | undefined;
    finish(page: CachedPage): void;
    fail(error: Error): void;
  }[] = [];
  const clock = { now: 0 };
  const outcomes: string[] = [];
  jest.spyOn(performance, 'now').mockImplementation(() => clock.now);
  const cache = new PageCache(
    (address, previous) =>
      new Promise((resolve, reject) => renders.push({ address, previous, finish: resolve, fail: reject })),
    (outcome) => outcomes.push(outcome),
  );
  /** Requests a page and resolves its render. */
  const fill = async (address: string, page: CachedPage) => {
    const request = cache.get(address);
    renders.at(-1)?.finish(page);
    return request;
  };
  return { cache, clock, renders, fill, outcomes };
}

afterEach(() => void jest.restoreAllMocks());

describe('a cached page', () => {
  it('is rendered once for concurrent requests', async () => {
    const { cache, renders } = createCache();
    const requests = [cache.get('/'), cache.get('/'), cache.get('/')];
    const page = aPage('home');
    renders[0]?.finish(page);

    expect(await Promise.all(requests)).toEqual([page, page, page]);
    expect(renders).toHaveLength(1);
  });

  it('that has expired is neither used, rendered nor counted before it is requested', async () => {
    const { cache, clock, renders, fill, outcomes } = createCache();
    await fill('/', aPage('home'));
    clock.now = 3_600_000;

    expect(cache.usable('/')).toBeUndefined();
    expect([outcomes, renders.length]).toEqual([['miss'], 1]);

    await fill('/', aPage('home'));
    expect(cache.usable('/')).toBeDefined();
    expect([outcomes, renders.length]).toEqual([['miss', 'miss', 'hit'], 2]);
  });

  it('is fresh for a second, then served stale while one render revalidates it', async () => {
    const { cache, clock, renders, fill } = createCache();
    const first = await fill('/', aPage('first'));

    clock.now = 999;
    expect(cache.get('/')).toBe(first);
    expect(renders).toHaveLength(1);

    clock.now = 1_500;
    expect([cache.get('/'), cache.get('/')]).toEqual([first, first]);
    expect(renders).toHaveLength(2);

    const second = aPage('second');
    renders[1]?.finish(second);
    await settled();
    expect(cache.get('/')).toBe(second);
  });

  it('is not served after two seconds', async () => {
    const { cache, clock, fill } = createCache();
    await fill('/', aPage('old'));
    clock.now = 2_000;
    const now = aPage('new');

    expect(await fill('/', now)).toBe(now);
    expect(cache.get('/')).toBe(now);
  });

  it('is as old as the start of its render', async () => {
    const { cache, clock, renders } = createCache();
    const request = cache.get('/');
    clock.now = 2_500;
    renders[0]?.finish(aPage('slow'));
    await request;
    void cache.get('/');

    expect(renders).toHaveLength(2);
  });

  it('is rendered again for requests that come a second after a slow render started', () => {
    const { cache, clock, renders } = createCache();
    void cache.get('/');
    clock.now = 1_000;
    void cache.get('/');

    expect(renders).toHaveLength(2);
  });

  it('has at most two concurrent renders; later requests share the next one', async () => {
    const { cache, clock, renders } = createCache();
    const requests = [];
    for (clock.now = 0; clock.now < 10_000; clock.now += 1_000) requests.push(cache.get('/'));
    expect(renders).toHaveLength(2);

    renders[0]?.finish(aPage('of 0 s'));
    await requests[0];
    await settled();
    expect(renders).toHaveLength(3);
    renders[2]?.finish(aPage('of 10 s'));
    for (const later of requests.slice(2)) expect(String((await later).html)).toBe('of 10 s');
    expect(renders).toHaveLength(3);
  });

  it('keeps its compressed copies while its content is unchanged', async () => {
    const { cache, clock, renders, fill } = createCache();
    const first = await fill('/', aPage('same'));
    clock.now = 3_000;

    expect(await fill('/', aPage('same'))).toBe(first);
    clock.now = 3_999;
    expect(cache.get('/')).toBe(first);
    expect(renders).toHaveLength(2);
  });

  it('that fails with 503 is sent to waiting requests and rendered again for the next', async () => {
    const { cache, renders, fill } = createCache();
    expect((await fill('/', aPage('unavailable', 503))).status).toBe(503);
    void cache.get('/');

    expect(renders).toHaveLength(2);
  });

  it('is served stale for up to two seconds while its render fails', async () => {
    const { cache, clock, renders, fill } = createCache();
    const good = await fill('/', aPage('good'));
    clock.now = 1_500;
    expect(cache.get('/')).toBe(good);
    renders[1]?.finish(aPage('unavailable', 503));
    await settled();
    expect(cache.get('/')).toBe(good);

    clock.now = 2_000;
    expect((await fill('/', aPage('unavailable', 503))).status).toBe(503);
  });

  it('is rendered again after a render that failed', async () => {
    const { cache, renders } = createCache();
    const request = cache.get('/');
    renders[0]?.fail(new Error('broken'));

    await expect(request).rejects.toThrow('broken');
    void cache.get('/');
    expect(renders).toHaveLength(2);
  });
});

describe('a change', () => {
  it('shows in all later requests, also when a render was in progress', async () => {
    const { cache, renders, fill } = createCache();
    await fill('/about', aPage('before'));
    const before = cache.get('/');
    cache.invalidate();
    const after = [cache.get('/about'), cache.get('/')];
    expect(renders.map(({ address }) => address)).toEqual(['/about', '/', '/about', '/']);

    // The outdated render ends last and must not replace the later one.
    renders[2]?.finish(aPage('after'));
    renders[3]?.finish(aPage('after'));
    renders[1]?.finish(aPage('before'));
    for (const page of [...after, cache.get('/')]) expect(String((await page).html)).toBe('after');
    expect(String((await before).html)).toBe('before');
    expect(String((await cache.get('/')).html)).toBe('after');
  });

  it('leaves a page that it did not touch, once the render has confirmed it', async () => {
    const { cache, renders, fill } = createCache();
    const page = await fill('/', aPage('home'));
    cache.invalidate();
    const request = cache.get('/');
    expect(request).toBeInstanceOf(Promise);
    expect(renders[1]?.previous).toBe(page);

    renders[1]?.finish(page);
    expect(await request).toBe(page);
    expect(cache.get('/')).toBe(page);
    expect(renders).toHaveLength(2);
  });
});

describe('many changes', () => {
  it('render a page at most twice at once, and later requests never get an outdated page', async () => {
    const { cache, renders } = createCache();
    const requests = [];
    for (let change = 0; change < 10; change += 1) {
      requests.push(cache.get('/'));
      cache.invalidate();
    }
    requests.push(cache.get('/'));
    expect(renders).toHaveLength(2);

    renders[1]?.fail(new Error('broken'));
    await expect(requests[1]).rejects.toThrow('broken');
    await settled();
    expect(renders).toHaveLength(3);
    renders[0]?.finish(aPage('before'));
    renders[2]?.finish(aPage('after'));
    for (const later of requests.slice(2)) expect(String((await later).html)).toBe('after');
    expect(String((await cache.get('/')).html)).toBe('after');
  });
});

describe('addresses that are not derived from site content', () => {
  it.each([
    ['with status 404', aPage('nothing', 404)],
    ['with the same page', aPage('unbounded', 200, true)],
  ])('%s evict each other and no page', async (_, page) => {
    const { cache, fill } = createCache();
    const home = await fill('/', aPage('home'));
    for (let count = 0; count < 3_000; count += 1) await fill(`/nowhere-${count}`, page);

    expect(cache.get('/')).toBe(home);
    expect(cache.usable('/nowhere-2999')).toBe(page);
    expect(cache.usable('/nowhere-2000')).toBeUndefined();
  });

  it('become pages when they get content', async () => {
    const { cache, clock, fill } = createCache();
    await fill('/gallery/new', aPage('nothing', 404));
    clock.now = 3_000;
    const page = await fill('/gallery/new', aPage('new'));

    expect(cache.get('/gallery/new')).toBe(page);
  });
});
