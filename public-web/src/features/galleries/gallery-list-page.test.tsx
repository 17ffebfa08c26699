import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aGallery } from '../../../test/fixtures.ts';
import { respondWith, refetchAll, renderAt } from '../../../test/render-page.tsx';
import { GalleryListPage } from './gallery-list-page.tsx';

const listOf = (...galleries: ReturnType<typeof aGallery>[]) => ({
  galleries,
  total: galleries.length,
  next_cursor: null,
});

describe('GalleryListPage', () => {
  it('shows each gallery with a link', async () => {
    respondWith({
      '/galleries?limit=24': listOf(aGallery({ photo_count: 1 }), aGallery({ id: 2, title: 'High', slug: 'high' })),
    });
    renderAt('/galleries', <GalleryListPage />);

    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
    expect(await screen.findByRole('heading', { name: 'Slack Water' })).toBeVisible();
    expect(screen.getByText('1 photo')).toBeVisible();
    expect(screen.getByText('3 photos')).toBeVisible();
    expect(screen.getAllByText('March 2, 2026')).toHaveLength(2);
    expect(screen.getByRole('link', { name: /View Gallery.*High/ })).toHaveAttribute('href', '/gallery/high');
  });

  it('shows No photos yet in the frame of an empty gallery', async () => {
    const [bare, rendering] = [
      { preview: null, photo_count: 0 },
      { preview: null, photo_count: 2 },
    ];
    respondWith({
      '/galleries?limit=24': listOf(aGallery(bare), aGallery({ id: 2, title: 'High', slug: 'high', ...rendering })),
    });
    renderAt('/galleries', <GalleryListPage />);

    const [first, second] = await screen.findAllByRole('article');
    expect(within(first!).getByText('No photos yet')).toBeVisible();
    expect(within(second!).queryByText('No photos yet')).toBeNull();
  });

  it('shows a notice without galleries', async () => {
    respondWith({ '/galleries?limit=24': listOf() });
    renderAt('/galleries', <GalleryListPage />);

    expect(await screen.findByText('No galleries available')).toBeVisible();
  });

  it('keeps its galleries when a refetch fails', async () => {
    const responses: Record<string, unknown> = { '/galleries?limit=24': listOf(aGallery()) };
    respondWith(responses);
    const { client } = renderAt('/galleries', <GalleryListPage />);
    await screen.findByRole('heading', { name: 'Slack Water' });

    responses['/galleries?limit=24'] = 429;
    await refetchAll(client);

    expect(screen.getByRole('heading', { name: 'Slack Water' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers Try Again after a failure', async () => {
    const responses: Record<string, unknown> = { '/galleries?limit=24': 503 };
    respondWith(responses);
    renderAt('/galleries', <GalleryListPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load galleries');

    responses['/galleries?limit=24'] = listOf(aGallery());
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: 'Slack Water' })).toBeVisible();
  });
});
