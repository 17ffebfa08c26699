import { afterEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { aNewsItem, aNewsList } from '../../../test/factories.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

afterEach(() => void jest.useRealTimers());

it('the status of a news item changes when its schedule begins and ends', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const inMs = (wait: number) => new Date(Date.now() + wait).toISOString();
  const item = aNewsItem({ publish_at: inMs(60_000), unpublish_at: inMs(120_000) });
  renderSignedIn('/admin/news', { 'GET /news': () => aNewsList([item]) });
  expect(await screen.findByText(/^Scheduled,/)).toBeVisible();

  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('Active')).toBeVisible();

  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('Ended')).toBeVisible();
});

it('a news item that is edited again before the list is refetched has the saved text', async () => {
  const item = aNewsItem({ id: 3, headline: 'Open studio' });
  const { user, api } = renderSignedIn('/admin/news?edit=3', {
    'GET /news': () => aNewsList([item]),
    'GET /news/3': () => ({ news: item }),
    'PUT /news/3': ({ body }) => ({ news: { ...item, ...(body as object) } }),
  });
  await user.type(await screen.findByLabelText('Headline'), ' in May');
  api.respond('GET /news', () => new Promise(() => {}));
  await user.click(screen.getByRole('button', { name: 'Update News' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(await screen.findByRole('button', { name: 'Edit Open studio in May' }));

  expect(await screen.findByLabelText('Headline')).toHaveValue('Open studio in May');
});
