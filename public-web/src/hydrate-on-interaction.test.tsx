import '@testing-library/jest-dom/jest-globals';
import { beforeAll, expect, it, jest } from '@jest/globals';
import { userEvent } from '@testing-library/user-event';

beforeAll(async () => {
  globalThis.fetch = jest.fn<typeof fetch>(() => new Promise(() => undefined));
  performance.getEntriesByType = () => [];
  await import('./hydrate-on-interaction.ts');
});

it.each([
  ['on a page with a photo', '<div data-transition="photo"></div>', true],
  ['not on other pages', '', false],
])('queues arrow keys %s', async (_, page, isQueued) => {
  document.body.innerHTML = `<main id="content">${page}</main>`;

  await userEvent.keyboard('{ArrowRight}');

  expect(document.getElementById('content')?.getAttribute('aria-busy')).toBe(isQueued ? 'true' : null);
});
