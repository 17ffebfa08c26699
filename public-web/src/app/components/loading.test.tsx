import { describe, expect, it } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { aGallery, someSettings } from '../../../test/fixtures.ts';
import { respondWith, renderAt } from '../../../test/render-page.tsx';
import { GalleryPage } from '../../features/galleries/gallery-page.tsx';
import { PhotoPage } from '../../features/photos/photo-page.tsx';
import { PageSkeleton } from './loading.tsx';

describe('a loading page', () => {
  it.each([
    ['/about', <PageSkeleton />],
    ['/photo/1', <PhotoPage Comments={() => null} NextGallery={() => null} />],
    ['/gallery/slack-water', <GalleryPage />],
  ])("has the site's name as title at %s", async (address, page) => {
    document.title = 'The page before';
    respondWith({ '/public/settings': someSettings() });
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) =>
      String(input).includes('/public/') ? fetch(input, init) : new Promise(() => undefined);

    renderAt(address, page);

    await waitFor(() => expect(document.title).toBe('Elin Marsh — Photographs'));
    expect(screen.getByText('Loading…')).toBeTruthy();
  });

  it('shows a notice while offline, and loads once online', async () => {
    respondWith({ '/galleries/slack-water?limit=60': { gallery: aGallery(), photos: [] } });
    act(() => onlineManager.setOnline(false));

    renderAt('/gallery/slack-water', <GalleryPage />);

    expect(await screen.findByRole('heading', { level: 1, name: 'You are offline' })).toBeTruthy();
    expect(screen.queryByText('Loading…')).toBeNull();

    act(() => onlineManager.setOnline(true));

    expect(await screen.findByRole('heading', { level: 1, name: 'Slack Water' })).toBeTruthy();
  });
});
