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

it.each([
  ['on a page with a photo', '<div data-transition="photo"></div>', true],
  ['not on other pages', '', false],
])('queues arrow keys %s', async (_, page, isQueued) => {
  document.body.innerHTML = `<main id="content">${page}</main>`;

  await userEvent.keyboard('{ArrowRight}');

  expect(document.getElementById('content')?.getAttribute('aria-busy')).toBe(isQueued ? 'true' : null);
});
