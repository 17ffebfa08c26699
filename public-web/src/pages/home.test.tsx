import '@testing-library/jest-dom/jest-globals';
import { Api } from '@portfolio/api-client';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aGallery, aNewsItem, aPhoto, someSettings, someTexts } from '../../test/fixtures.ts';
import { respondWith, renderAt } from '../../test/render-page.tsx';
import { createQueryClient } from '../app/data/query-client.ts';
import { loadLatestNews } from '../features/news/load-latest-news.ts';
import Home from './home.tsx';

const NEWS = '/public/news/latest';
const TEXTS = '/public/texts';
const RESPONSES = {
  '/galleries?limit=6': { galleries: [aGallery()], total: 1, next_cursor: null },
  '/public/settings': someSettings(),
  [NEWS]: { news: aNewsItem() },
  [TEXTS]: someTexts(),
};

/** Responds, and delays one response until it is called. */
function respondLate(responses: Record<string, unknown>, path = NEWS): () => void {
  respondWith(responses);
  const { fetch } = globalThis;
  let respond = () => {};
  const isReady = new Promise<void>((resolve) => (respond = resolve));
  globalThis.fetch = async (input, init) => {
    if (String(input).endsWith(path)) await isReady;
    return fetch(input, init);
  };
  return respond;
}

describe('the home page', () => {
  it.each([
    ['news', RESPONSES, 1],
    ['no news', { ...RESPONSES, [NEWS]: { news: null } }, 0],
    ['a failure', { ...RESPONSES, [NEWS]: 503 }, 0],
  ])('shows its skeleton until the request for news ends with %s', async (_, responses, items) => {
    const respond = respondLate(responses);
    renderAt('/', <Home />);
    await waitFor(() => expect(document.title).toBe('Elin Marsh — Photographs'));
    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
    expect(screen.queryByRole('heading')).toBeNull();

    respond();

    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryAllByRole('complementary', { name: 'Latest news' })).toHaveLength(items);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the news with its external link, and its picture with a link to the photo', async () => {
    const picture = aPhoto({ id: 3, title: 'Harbour' });
    respondWith({ ...RESPONSES, [NEWS]: { news: aNewsItem({ picture }) } });
    renderAt('/', <Home />);

    const news = await screen.findByRole('complementary', { name: 'Latest news' });
    const readMore = within(news).getByRole('link', { name: /^Read more ?: At the Harbour Rooms/ });
    expect(readMore).toHaveAttribute('href', 'https://example.com/show');
    expect(readMore).toHaveAttribute('rel', 'noopener');
    expect(within(news).getByRole('link', { name: 'Harbour' })).toHaveAttribute('href', '/photo/3');
    expect(within(news).getByRole('img', { name: 'Harbour' })).toHaveAttribute(
      'sizes',
      expect.stringContaining('22rem'),
    );
  });

  it.each([
    ['texts', RESPONSES, 'Pictures of quiet places', 'Come in', null],
    ['a failure', { ...RESPONSES, [TEXTS]: 503 }, 'Welcome to my online portfolio', 'View Galleries', 'en'],
  ])('shows its skeleton until the request for texts ends with %s', async (_, responses, title, call, lang) => {
    const respond = respondLate(responses, TEXTS);
    renderAt('/', <Home />);
    await waitFor(() => expect(document.title).toBe('Elin Marsh — Photographs'));
    expect(screen.queryByRole('heading')).toBeNull();

    respond();

    const heading = await screen.findByRole('heading', { level: 1, name: title });
    const link = screen.getByRole('link', { name: call });
    expect(link).toHaveAttribute('href', '/galleries');
    expect([heading, link].map((text) => text.getAttribute('lang'))).toEqual([lang, lang]);
  });

  it.each([
    [60, 'title'],
    [61, 'title long'],
  ])('shows %d characters of the hero text as a %s', async (characters, look) => {
    respondWith({ ...RESPONSES, [TEXTS]: someTexts({ heroText: 'x'.repeat(characters) }) });
    renderAt('/', <Home />);

    expect(await screen.findByRole('heading', { level: 1 })).toHaveClass(look, { exact: true });
  });

  it('requests the news once, without retries', async () => {
    const requested = respondWith({ [NEWS]: 503 });
    const request = { client: createQueryClient(), api: new Api(), params: {}, search: new URLSearchParams() };

    expect(await loadLatestNews(request)).toBe(200);

    expect(requested).toEqual([NEWS]);
  });
});
