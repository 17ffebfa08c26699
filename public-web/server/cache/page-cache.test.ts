import { describe, expect, it } from '@jest/globals';
import { CachedPage } from './cached-page.ts';
import { PageCache } from './page-cache.ts';

const aPage = (text: string, status = 200, isUnbounded = false) =>
  new CachedPage(status, Buffer.from(text), isUnbounded);

/** Lets go on what waits for something that is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A cache over renders that end when the test says so, and a clock that goes as it says. */
function aCache() {
  const renders: { address: string; finish(page: CachedPage): void; fail(error: Error): void }[] = [];
  const clock = { now: 0 };
  const cache = new PageCache({
    now: () => clock.now,
    render: (address) => new Promise((resolve, reject) => renders.push({ address, finish: resolve, fail: reject })),
  });
  /** Asks, and has what is rendered for it. */
  const filled = async (address: string, page: CachedPage) => {
    const asked = cache.get(address);
    renders.at(-1)?.finish(page);
    return asked;
  };
  return { cache, clock, renders, filled };
}

describe('a page', () => {
  it('is rendered once for all who ask while it is', async () => {
    const { cache, renders } = aCache();
    const asked = [cache.get('/'), cache.get('/'), cache.get('/')];
    const page = aPage('home');
    renders[0]?.finish(page);

    expect(await Promise.all(asked)).toEqual([page, page, page]);
    expect(renders).toHaveLength(1);
  });

  it('is sent as it is for a second, then while one render makes it new', async () => {
    const { cache, clock, renders, filled } = aCache();
    const first = await filled('/', aPage('first'));

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

  it('that is older than two seconds is not sent any more', async () => {
    const { cache, clock, filled } = aCache();
    await filled('/', aPage('old'));
    clock.now = 2_000;
    const now = aPage('new');

    expect(await filled('/', now)).toBe(now);
    expect(cache.get('/')).toBe(now);
  });

  it('is as old as the beginning of its render', async () => {
    const { cache, clock, renders } = aCache();
    const asked = cache.get('/');
    clock.now = 2_500;
    renders[0]?.finish(aPage('slow'));
    await asked;
    void cache.get('/');

    expect(renders).toHaveLength(2);
  });

  it('that takes long is not waited for by those who come later', () => {
    const { cache, clock, renders } = aCache();
    void cache.get('/');
    clock.now = 1_000;
    void cache.get('/');

    expect(renders).toHaveLength(2);
  });

  it('is rendered twice at once at most, however long that takes; who comes later gets the next', async () => {
    const { cache, clock, renders } = aCache();
    const asked = [];
    for (clock.now = 0; clock.now < 10_000; clock.now += 1_000) asked.push(cache.get('/'));
    expect(renders).toHaveLength(2);

    renders[0]?.finish(aPage('of 0 s'));
    await asked[0];
    await settled();
    expect(renders).toHaveLength(3);
    renders[2]?.finish(aPage('of 10 s'));
    for (const later of asked.slice(2)) expect(String((await later).html)).toBe('of 10 s');
    expect(renders).toHaveLength(3);
  });

  it('stays the same one where nothing has changed, with all that was made of it', async () => {
    const { cache, clock, renders, filled } = aCache();
    const first = await filled('/', aPage('same'));
    clock.now = 3_000;

    expect(await filled('/', aPage('same'))).toBe(first);
    clock.now = 3_999;
    expect(cache.get('/')).toBe(first);
    expect(renders).toHaveLength(2);
  });

  it('that could not be filled is told to those who wait, and tried again for the next', async () => {
    const { cache, renders, filled } = aCache();
    expect((await filled('/', aPage('away', 503))).status).toBe(503);
    void cache.get('/');

    expect(renders).toHaveLength(2);
  });

  it('as it was is sent for a moment while it cannot be filled', async () => {
    const { cache, clock, renders, filled } = aCache();
    const good = await filled('/', aPage('good'));
    clock.now = 1_500;
    expect(cache.get('/')).toBe(good);
    renders[1]?.finish(aPage('away', 503));
    await settled();
    expect(cache.get('/')).toBe(good);

    clock.now = 2_000;
    expect((await filled('/', aPage('away', 503))).status).toBe(503);
  });

  it('whose render fails is tried again', async () => {
    const { cache, renders } = aCache();
    const asked = cache.get('/');
    renders[0]?.fail(new Error('broken'));

    await expect(asked).rejects.toThrow('broken');
    void cache.get('/');
    expect(renders).toHaveLength(2);
  });
});

describe('a change', () => {
  it('is seen by whoever asks after it, also where a render was under way', async () => {
    const { cache, renders, filled } = aCache();
    await filled('/kept', aPage('before'));
    const before = cache.get('/');
    cache.clear();
    const after = [cache.get('/kept'), cache.get('/')];
    expect(renders.map(({ address }) => address)).toEqual(['/kept', '/', '/kept', '/']);

    // The later render ends first, and the one from before the change must not take its place.
    renders[2]?.finish(aPage('after'));
    renders[3]?.finish(aPage('after'));
    renders[1]?.finish(aPage('before'));
    for (const page of [...after, cache.get('/')]) expect(String((await page).html)).toBe('after');
    expect(String((await before).html)).toBe('before');
    expect(String((await cache.get('/')).html)).toBe('after');
  });
});

describe('many changes', () => {
  it('do not render a page more than twice at once, and nobody is told what was before', async () => {
    const { cache, renders } = aCache();
    const asked = [];
    for (let change = 0; change < 10; change += 1) {
      asked.push(cache.get('/'));
      cache.clear();
    }
    asked.push(cache.get('/'));
    expect(renders).toHaveLength(2);

    renders[1]?.fail(new Error('broken'));
    await expect(asked[1]).rejects.toThrow('broken');
    await settled();
    expect(renders).toHaveLength(3);
    renders[0]?.finish(aPage('before'));
    renders[2]?.finish(aPage('after'));
    for (const later of asked.slice(2)) expect(String((await later).html)).toBe('after');
    expect(String((await cache.get('/')).html)).toBe('after');
  });
});

describe('addresses that anybody can think of', () => {
  it.each([
    ['at which there is nothing', aPage('nothing', 404)],
    ['at which there is the same page again', aPage('odd', 200, true)],
  ])('%s cannot push out the pages, and take no more than their room', async (_, page) => {
    const { cache, filled } = aCache();
    const home = await filled('/', aPage('home'));
    for (let count = 0; count < 3_000; count += 1) await filled(`/nowhere-${count}`, page);

    expect(cache.get('/')).toBe(home);
    expect(cache.has('/nowhere-2999')).toBe(true);
    expect(cache.has('/nowhere-2000')).toBe(false);
  });

  it('are pages again when there is something', async () => {
    const { cache, clock, filled } = aCache();
    await filled('/gallery/new', aPage('nothing', 404));
    clock.now = 3_000;
    const page = await filled('/gallery/new', aPage('new'));

    expect(cache.get('/gallery/new')).toBe(page);
  });
});
