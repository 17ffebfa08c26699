import { Api, photoCommentsQuery, photoQuery, publicSettingsQuery, publicTextsQuery } from '@portfolio/api-client';
import { describe, expect, it, jest } from '@jest/globals';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { aPhoto, someSettings, someTexts } from '../../../test/fixtures.ts';
import { respondWith } from '../../../test/render-page.tsx';
import { ApiContext } from '../data/contexts.ts';
import { createQueryClient } from '../data/query-client.ts';
import { usePrefetch } from './navigation-provider.tsx';

const api = new Api();
const key = publicSettingsQuery(api).queryKey;

/** Ages of settings in milliseconds; they are fresh for 2 seconds. */
const AGES = { fresh: 500, stale: 3_000 };

/** Renders `usePrefetch` over cached settings of this age. */
function renderPrefetch({ settingsAge }: { settingsAge: number }) {
  // Without retries.
  const client = createQueryClient({ onServer: true });
  client.setQueryData(key, someSettings(), { updatedAt: Date.now() - settingsAge });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ApiContext value={api}>{children}</ApiContext>
    </QueryClientProvider>
  );
  const prefetch = renderHook(usePrefetch, { wrapper }).result.current;
  return { client, prefetch, settings: () => client.getQueryData(key) };
}

describe('prefetching a visited page', () => {
  it('resolves at once with stale data, and refetches it', async () => {
    const [old, now] = [aPhoto({ title: 'Pier' }), aPhoto({ title: 'Jetty' })];
    let respond: (photo: unknown) => void = () => undefined;
    const requested = respondWith({ '/photos/1': () => new Promise((resolve) => (respond = resolve)) });
    const { client, prefetch } = renderPrefetch({ settingsAge: AGES.fresh });
    const { queryKey } = photoQuery(api, 1);
    client.setQueryData(queryKey, { ...old, galleries: [] }, { updatedAt: Date.now() - 31_000 });
    client.setQueryData(photoCommentsQuery(api, 1).queryKey, {
      comments: [],
      total: 0,
      next_cursor: null,
      is_open: true,
    });

    await prefetch('/photo/1');

    expect(requested).toEqual(['/photos/1']);
    expect(client.getQueryData(queryKey)).toMatchObject({ title: 'Pier' });
    respond({ photo: now });
    await waitFor(() => expect(client.getQueryData(queryKey)).toMatchObject({ title: 'Jetty' }));
  });
});

describe('prefetching a page', () => {
  it('resolves offline without its data, which is fetched when online again', async () => {
    const requested = respondWith({ '/photos/1': { photo: aPhoto() } });
    const { prefetch } = renderPrefetch({ settingsAge: AGES.fresh });
    const resolved = jest.fn();
    onlineManager.setOnline(false);
    try {
      void prefetch('/photo/1').then(resolved);
      await waitFor(() => expect(resolved).toHaveBeenCalled());
      expect(requested).toEqual([]);
    } finally {
      onlineManager.setOnline(true);
    }

    await waitFor(() => expect(requested).toContain('/photos/1'));
  });

  it('refetches stale settings', async () => {
    respondWith({ '/public/settings': someSettings({ darkTheme: true }) });
    const { prefetch, settings } = renderPrefetch({ settingsAge: AGES.stale });

    await prefetch('/about');

    await waitFor(() => expect(settings()).toMatchObject({ darkTheme: true }));
  });

  it('keeps fresh settings', async () => {
    const requested = respondWith({});
    const { prefetch } = renderPrefetch({ settingsAge: AGES.fresh });

    await prefetch('/no/such/page');

    expect(requested).toEqual([]);
  });

  it('keeps the last settings when their request fails', async () => {
    const requested = respondWith({ '/public/settings': 503 });
    const { prefetch, settings } = renderPrefetch({ settingsAge: AGES.stale });

    await prefetch('/no/such/page');

    await waitFor(() => expect(requested).toEqual(['/public/settings']));
    expect(settings()).toEqual(someSettings());
  });

  it.each(['/', '/about', '/contact', '/imprint'])('fetches the site texts for %s', async (path) => {
    const requested = respondWith({ '/public/texts': someTexts() });
    const { prefetch, client } = renderPrefetch({ settingsAge: AGES.fresh });

    await prefetch(path);

    expect(requested).toContain('/public/texts');
    expect(client.getQueryData(publicTextsQuery(api).queryKey)).toEqual(someTexts());
  });
});
