import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { currentLocation } from './history-entry.ts';
import { addressOf, type RouteLocation } from './navigation.ts';
import { PageChanges } from './page-changes.ts';

/** A page that is on its way until somebody says how it ends. */
function aPageOnItsWay() {
  let arrive!: () => void;
  let fail!: (reason: Error) => void;
  const page = new Promise<void>((resolve, reject) => ([arrive, fail] = [resolve, reject]));
  return { page, arrive, fail };
}

let listening: (() => void)[] = [];
let number = 0;

/** Starts on a page of its own, since the history of the test's window goes on. */
function start() {
  const home = `/home-${++number}`;
  history.pushState(null, '', home);
  const onTheWay = new Map<string, ReturnType<typeof aPageOnItsWay>>();
  const shown: RouteLocation[] = [];
  const changes = new PageChanges(
    currentLocation('load'),
    (address) => {
      const way = aPageOnItsWay();
      onTheWay.set(address, way);
      return way.page;
    },
    (place) => shown.push(place),
  );
  listening.push(changes.listen());
  return {
    go: changes.go,
    home,
    shown,
    addresses: () => shown.map(addressOf),
    end: async (address: string, how: 'arrive' | 'fail' = 'arrive') => {
      const way = onTheWay.get(address);
      if (!way) throw new Error(`${address} was not asked for`);
      way[how](new Error('gone'));
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

/** Goes back as a browser does: jsdom takes a turn or two for it. */
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

describe('going to a page', () => {
  it('changes the address at once, and the page when code and data are there', async () => {
    const { go, addresses, end } = start();

    go('/photo/1?gallery=sea', { state: { from: 'sea' } });
    expect(location.pathname + location.search).toBe('/photo/1?gallery=sea');
    expect(addresses()).toEqual([]);
    expect(isBusy()).toBe(true);

    await end('/photo/1?gallery=sea');
    expect(addresses()).toEqual(['/photo/1?gallery=sea']);
    expect(isBusy()).toBe(false);
  });

  it('does not keep anybody on the old page for long', async () => {
    const { go, addresses, end } = start();
    go('/about');

    expect(addresses()).toEqual([]);
    await jest.advanceTimersByTimeAsync(500);
    expect(addresses()).toEqual(['/about']);
    expect(isBusy()).toBe(true);

    await end('/about');
    expect(isBusy()).toBe(false);
  });

  it('shows a page that cannot be fetched, which says so itself', async () => {
    const { go, addresses, end } = start();
    go('/about');

    await end('/about', 'fail');

    expect(addresses()).toEqual(['/about']);
    expect(isBusy()).toBe(false);
  });

  it('shows the page that was asked for last, and forgets one that was never seen', async () => {
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

  it('asks the browser once for a page that is on its way, however long a key is held', async () => {
    const { go, addresses, end } = start();
    const replaced = jest.spyOn(history, 'replaceState');
    const pushed = jest.spyOn(history, 'pushState');
    for (let times = 0; times < 5; times++) go('/photo/2');

    expect([pushed.mock.calls.length, replaced.mock.calls.length]).toEqual([1, 0]);
    await end('/photo/2');
    expect(addresses()).toEqual(['/photo/2']);
  });

  it('shows the page also where the browser wants no more entries for a while', async () => {
    const { go, home, shown, addresses, end } = start();
    const { key } = history.state as { key: string };
    // As WebKit does after a hundred within half a minute.
    const refuse = () => {
      throw new DOMException('Too many', 'SecurityError');
    };
    const refused = [jest.spyOn(history, 'pushState'), jest.spyOn(history, 'replaceState')];
    for (const one of refused) one.mockImplementation(refuse);
    go('/photo/2', { replace: true, state: { viewer: true } });
    await end('/photo/2');

    expect(shown).toMatchObject([{ pathname: '/photo/2', how: 'replace', state: { viewer: true }, key }]);
    expect(location.pathname).toBe(home);
    for (const one of refused) one.mockRestore();
    go('/photo/3', { replace: true });
    await end('/photo/3');
    expect(addresses()).toEqual(['/photo/2', '/photo/3']);
    expect(location.pathname).toBe('/photo/3');
  });

  it('is quick about what concerns the same page', () => {
    const { go, home, shown } = start();

    go(home, { state: 'viewer' });

    expect(shown).toMatchObject([{ pathname: home, state: 'viewer', how: 'push' }]);
    expect(isBusy()).toBe(false);
  });
});

describe('going back', () => {
  it('comes to the same entry, with what was said on the way there', async () => {
    const { go, shown, end } = start();
    go('/photo/1', { state: { place: 3 } });
    await end('/photo/1');
    go('/about');
    await end('/about');

    await goBack();
    expect(shown).toHaveLength(2);
    await end('/photo/1');

    expect(shown[2]).toMatchObject({ pathname: '/photo/1', how: 'pop', state: { place: 3 }, key: shown[0]?.key });
    expect(shown[0]?.key).not.toBe(shown[1]?.key);
  });

  it('stays where one is when the next page has not come', async () => {
    const { go, home, shown, end } = start();
    go('/about');

    await goBack();
    await end('/about');

    expect(shown).toMatchObject([{ pathname: home, how: 'pop' }]);
    expect(isBusy()).toBe(false);
  });

  it('gives an entry of its own to a link within the page', async () => {
    const { shown, home } = start();
    const here = (history.state as { key: string }).key;

    location.hash = '#content';
    await jest.advanceTimersByTimeAsync(10);

    expect(shown).toMatchObject([{ pathname: home, hash: '#content', how: 'push' }]);
    expect(shown[0]?.key).not.toBe(here);
  });
});

it('leaves a page that is left for good to the browser', () => {
  start();
  expect(history.scrollRestoration).toBe('manual');

  window.dispatchEvent(new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');

  window.dispatchEvent(new Event('pageshow'));
  expect(history.scrollRestoration).toBe('manual');
});
