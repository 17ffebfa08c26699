import '@testing-library/jest-dom/jest-globals';
import { beforeAll, expect, it, jest } from '@jest/globals';
import { userEvent } from '@testing-library/user-event';

beforeAll(async () => {
  globalThis.fetch = jest.fn<typeof fetch>(() => new Promise(() => undefined));
  performance.getEntriesByType = () => [];
  Object.assign(document, { prerendering: true });
  await import('./hydrate-on-interaction.ts');
});

it('counts the view of a prerendered page once it opens', () => {
  expect(fetch).not.toHaveBeenCalled();

  document.dispatchEvent(new Event('prerenderingchange'));

  expect(fetch).toHaveBeenCalledWith('/api/views?page=/&from=', { keepalive: true });
});

it('counts the view of a tag with characters that have a meaning in queries', () => {
  history.pushState(null, '', '/tags/b&w+c');

  window.dispatchEvent(new Event('navigate'));

  expect(fetch).toHaveBeenLastCalledWith('/api/views?page=/tags/b%26w%2Bc&from=', { keepalive: true });
});

it.each([
  ['on a page with a photo', '<div data-transition="photo"></div>', true],
  ['not on other pages', '', false],
])('queues arrow keys %s', async (_, page, isQueued) => {
  document.body.innerHTML = `<main id="content">${page}</main>`;

  await userEvent.keyboard('{ArrowRight}');

  expect(document.getElementById('content')?.getAttribute('aria-busy')).toBe(isQueued ? 'true' : null);
});

it.each([
  ['at the first interaction', '/gallery/sea', 0],
  ['at once at a fragment', '/gallery/sea#photo-90', 1],
])('loads the scripts %s', async (_, address, expected) => {
  performance.getEntriesByType = () => [{ type: 'navigate' }] as unknown as PerformanceEntryList;
  history.replaceState(null, '', address);
  document.body.innerHTML =
    '<script type="application/json">{"scripts":["data:text/javascript,","/gallery.js"]}</script>';

  jest.resetModules();
  await import('./hydrate-on-interaction.ts');

  expect(document.querySelectorAll('link[href="/gallery.js"]')).toHaveLength(expected);
});
