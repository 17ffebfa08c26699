import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { addressOf, type RouteLocation } from './navigation.ts';
import { currentLocation, PageChanges } from './page-changes.ts';

/** A page whose loading the test ends. */
function aLoadingPage() {
  let arrive!: () => void;
  let fail!: (reason: Error) => void;
  const loaded = new Promise<void>((resolve, reject) => ([arrive, fail] = [resolve, reject]));
  return { loaded, arrive, fail };
}

let listening: (() => void)[] = [];
let number = 0;

/** Starts at a unique address: the history outlives each test. */
function start() {
  const home = `/home-${++number}`;
  history.pushState(null, '', home);
  const loading = new Map<string, ReturnType<typeof aLoadingPage>>();
  const shown: RouteLocation[] = [];
  const changes = new PageChanges(
    currentLocation('load'),
    (address) => {
      const page = aLoadingPage();
      loading.set(address, page);
      return page.loaded;
    },
    (location) => shown.push(location),
  );
  listening.push(changes.listen());
  return {
    go: changes.navigate,
    home,
    shown,
    addresses: () => shown.map(addressOf),
    end: async (address: string, outcome: 'arrive' | 'fail' = 'arrive') => {
      const page = loading.get(address);
      if (!page) throw new Error(`${address} was not requested`);
      page[outcome](new Error('gone'));
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

/** Goes back; jsdom needs some turns of the event loop. */
async function goBack() {
  const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  history.back();
  await jest.advanceTimersByTimeAsync(10);
  await popped;
}

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = '<main id="content"></main>';
});
afterEach(() => {
  for (const stop of listening) stop();
  listening = [];
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const isBusy = () => document.getElementById('content')?.getAttribute('aria-busy') === 'true';

describe('navigate', () => {
  it('changes the address at once, and the page once it is loaded', async () => {
    const { go, addresses, end } = start();

    go('/photo/1?gallery=sea', { state: { from: 'sea' } });
    expect(location.pathname + location.search).toBe('/photo/1?gallery=sea');
    expect(addresses()).toEqual([]);
    expect(isBusy()).toBe(true);

    await end('/photo/1?gallery=sea');
    expect(addresses()).toEqual(['/photo/1?gallery=sea']);
    expect(isBusy()).toBe(false);
  });

  it('reports each page once it is shown', async () => {
    const { go, home, end } = start();
    const seen: string[] = [];
    const listener = () => seen.push(location.pathname);
    addEventListener('navigate', listener);
    go('/photo/1');
    expect(seen).toEqual([]);
    await end('/photo/1');
    go('/photo/1?comments=2');
    await end('/photo/1?comments=2');
    go('/photo/1?comments=2', { state: { viewer: true } });
    go(home);
    await end(home);
    removeEventListener('navigate', listener);

    expect(seen).toEqual(['/photo/1', '/photo/1', '/photo/1', home]);
  });

  it('does not report the page below a closing viewer, which the photo seen last replaces', async () => {
    const { go, home, end } = start();
    const seen: string[] = [];
    const listener = () => seen.push(location.pathname);
    addEventListener('navigate', listener);
    const state = { viewer: true, page: (history.state as { key: string }).key };
    go(home, { state });
    go('/photo/2', { replace: true, state });
    await end('/photo/2');
    await goBack();
    await end(home);
    go('/photo/2', { replace: true });
    await end('/photo/2');
    removeEventListener('navigate', listener);

    expect(seen).toEqual([home, '/photo/2', '/photo/2']);
  });

  it('shows a slow page as loading after a delay', async () => {
    const { go, addresses, end } = start();
    go('/about');

    expect(addresses()).toEqual([]);
    await jest.advanceTimersByTimeAsync(500);
    expect(addresses()).toEqual(['/about']);
    expect(isBusy()).toBe(true);

    await end('/about');
    expect(isBusy()).toBe(false);
  });

  it('shows a page that fails to load', async () => {
    const { go, addresses, end } = start();
    go('/about');

    await end('/about', 'fail');

    expect(addresses()).toEqual(['/about']);
    expect(isBusy()).toBe(false);
  });

  it('shows the page requested last, without a history entry for an unseen one', async () => {
    const { go, home, addresses, end } = start();
    const before = history.length;
    go('/about');
    go('/contact');

    await end('/contact');
    await end('/about');
    await jest.advanceTimersByTimeAsync(500);
    expect(addresses()).toEqual(['/contact']);
    expect(history.length).toBe(before + 1);

    await goBack();
    expect(location.pathname).toBe(home);
  });

  it('writes one history entry while a key is held', async () => {
    const { go, addresses, end } = start();
    const replaced = jest.spyOn(history, 'replaceState');
    const pushed = jest.spyOn(history, 'pushState');
    for (let times = 0; times < 5; times++) go('/photo/2');

    expect([pushed.mock.calls.length, replaced.mock.calls.length]).toEqual([1, 0]);
    await end('/photo/2');
    expect(addresses()).toEqual(['/photo/2']);
  });

  it('shows the page also when the browser refuses history entries', async () => {
    const { go, home, shown, addresses, end } = start();
    const { key } = history.state as { key: string };
    // As WebKit does after 100 entries within 30 seconds.
    const refuse = () => {
      throw new DOMException('Too many', 'SecurityError');
    };
    const refused = [jest.spyOn(history, 'pushState'), jest.spyOn(history, 'replaceState')];
    for (const one of refused) one.mockImplementation(refuse);
    go('/photo/2', { replace: true, state: { viewer: true } });
    await end('/photo/2');

    expect(shown).toMatchObject([{ pathname: '/photo/2', type: 'replace', state: { viewer: true }, key }]);
    expect(location.pathname).toBe(home);
    for (const one of refused) one.mockRestore();
    go('/photo/3', { replace: true });
    await end('/photo/3');
    expect(addresses()).toEqual(['/photo/2', '/photo/3']);
    expect(location.pathname).toBe('/photo/3');
  });

  it('shows another state of the same page at once', () => {
    const { go, home, shown } = start();

    go(home, { state: 'viewer' });

    expect(shown).toMatchObject([{ pathname: home, state: 'viewer', type: 'push' }]);
    expect(isBusy()).toBe(false);
  });
});

describe('a view transition', () => {
  afterEach(() => {
    Reflect.deleteProperty(document, 'startViewTransition');
  });

  it('opens and closes the viewer, and does not run when it turns', async () => {
    const transition = jest.fn((change: () => void) => {
      change();
      return { ready: Promise.resolve(), finished: Promise.resolve() };
    });
    Object.assign(document, { startViewTransition: transition });
    const { go, home, end } = start();

    go(home, { state: { viewer: true } });
    expect(transition).toHaveBeenCalledTimes(1);
    go('/photo/2', { replace: true, state: { viewer: true } });
    await end('/photo/2');
    expect(transition).toHaveBeenCalledTimes(1);
    await goBack();
    await end(home);
    expect(transition).toHaveBeenCalledTimes(2);

    // The page's own turning.
    go('/photo/3', { replace: true });
    await end('/photo/3');
    expect(transition).toHaveBeenCalledTimes(2);
    go('/about');
    await end('/about');
    expect(transition).toHaveBeenCalledTimes(3);
  });

  it('does not lead to a loading state, in which the picture would arrive over the old one', async () => {
    const transition = jest.fn((change: () => void) => {
      change();
      return { ready: Promise.resolve(), finished: Promise.resolve() };
    });
    Object.assign(document, { startViewTransition: transition });
    const { go, addresses, end } = start();

    go('/photo/9');
    await jest.advanceTimersByTimeAsync(150);
    expect(addresses()).toEqual(['/photo/9']);
    await end('/photo/9');

    expect(transition).not.toHaveBeenCalled();
  });
});

describe('back', () => {
  it('returns to the same entry and its state', async () => {
    const { go, shown, end } = start();
    go('/photo/1', { state: { position: 3 } });
    await end('/photo/1');
    go('/about');
    await end('/about');

    await goBack();
    expect(shown).toHaveLength(2);
    await end('/photo/1');

    expect(shown[2]).toMatchObject({ pathname: '/photo/1', type: 'pop', state: { position: 3 }, key: shown[0]?.key });
    expect(shown[0]?.key).not.toBe(shown[1]?.key);
  });

  it('shows the old page when the next one is still loading', async () => {
    const { go, home, shown, end } = start();
    go('/about');

    await goBack();
    await end('/about');

    expect(shown).toMatchObject([{ pathname: home, type: 'pop' }]);
    expect(isBusy()).toBe(false);
  });

  it('writes its own entry for a link within the page', async () => {
    const { shown, home } = start();
    const here = (history.state as { key: string }).key;

    location.hash = '#content';
    await jest.advanceTimersByTimeAsync(10);

    expect(shown).toMatchObject([{ pathname: home, hash: '#content', type: 'push' }]);
    expect(shown[0]?.key).not.toBe(here);
  });
});

it('leaves scroll restoration to the browser when the site is left', () => {
  start();
  expect(history.scrollRestoration).toBe('manual');

  window.dispatchEvent(new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');

  window.dispatchEvent(new Event('pageshow'));
  expect(history.scrollRestoration).toBe('manual');
});
