import '@testing-library/jest-dom/jest-globals';
import { Api } from '@portfolio/api-client';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { aGallery, aNewsItem, someSettings, someTexts } from '../../test/fixtures.ts';
import { respondWith, renderAt } from '../../test/render-page.tsx';
import { createQueryClient } from '../app/data/query-client.ts';
import { loadLatestNews } from '../features/news/load-latest-news.ts';
import Home from './home.tsx';

const NEWS = '/public/news/latest';
const TEXTS = '/public/texts';
const ANSWERS = {
  '/galleries?limit=6': { galleries: [aGallery()], total: 1, next_cursor: null },
  '/public/settings': someSettings(),
  [NEWS]: { news: aNewsItem() },
  [TEXTS]: someTexts(),
};

/** Responds, and delays one response until it is called. */
function answerLate(answers: Record<string, unknown>, path = NEWS): () => void {
  respondWith(answers);
  const { fetch } = globalThis;
  let tell = () => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  globalThis.fetch = async (input, init) => {
    if (String(input).endsWith(path)) await told;
    return fetch(input, init);
  };
  return tell;
}

describe('the home page', () => {
  it.each([
    ['the news', ANSWERS, 1],
    ['that there is none', { ...ANSWERS, [NEWS]: { news: null } }, 0],
    ['that it cannot be had', { ...ANSWERS, [NEWS]: 503 }, 0],
  ])('shows its skeleton until %s are loaded, which would move the content', async (_, answers, items) => {
    const tell = answerLate(answers);
    renderAt('/', <Home />);
    await waitFor(() => expect(document.title).toBe('Elin Marsh — Photographs'));
    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
    expect(screen.queryByRole('heading')).toBeNull();

    tell();

    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryAllByRole('complementary', { name: 'Latest news' })).toHaveLength(items);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['the words', ANSWERS, 'Pictures of quiet places', 'Come in'],
    ['that they cannot be had', { ...ANSWERS, [TEXTS]: 503 }, 'Welcome to my online portfolio', 'View Galleries'],
  ])('waits for %s too', async (_, answers, title, callToAction) => {
    const tell = answerLate(answers, TEXTS);
    renderAt('/', <Home />);
    await waitFor(() => expect(document.title).toBe('Elin Marsh — Photographs'));
    expect(screen.queryByRole('heading')).toBeNull();

    tell();

    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByRole('link', { name: callToAction })).toHaveAttribute('href', '/galleries');
  });

  it.each([
    [60, 'title'],
    [61, 'title long'],
  ])('shows %d characters of the hero text as a %s', async (characters, look) => {
    respondWith({ ...ANSWERS, [TEXTS]: someTexts({ heroText: 'x'.repeat(characters) }) });
    renderAt('/', <Home />);

    expect(await screen.findByRole('heading', { level: 1 })).toHaveClass(look, { exact: true });
  });

  it('requests the news once, without retries', async () => {
    const asked = respondWith({ [NEWS]: 503 });
    const request = { client: createQueryClient(), api: new Api(), params: {}, search: new URLSearchParams() };

    expect(await loadLatestNews(request)).toBe(200);

    expect(asked).toEqual([NEWS]);
  });
});
