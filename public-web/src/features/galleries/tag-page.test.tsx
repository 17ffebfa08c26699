import '@testing-library/jest-dom/jest-globals';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { aGallery, aPhoto } from '../../../test/fixtures.ts';
import { respondWith, renderAt } from '../../../test/render-page.tsx';
import { GalleryPage } from './gallery-page.tsx';

const TAG = '/tags/low%20tide';
const photos = [aPhoto({ id: 2, title: 'Pier' }), aPhoto({ id: 1, title: 'Harbour' })];
const gallery = {
  ...aGallery({ id: 0, title: 'Low Tide', slug: 'low tide', description: null, preview: null }),
  photo_count: 2,
  photoCount: 2,
};

it('shows the photos with a tag, and links to them without a gallery', async () => {
  const requested = respondWith({
    [`${TAG}?limit=60`]: { gallery, photos, interludes: [], total: 2, next_cursor: null },
  });
  renderAt(TAG, <GalleryPage />);

  expect(await screen.findByRole('heading', { level: 1, name: 'Low Tide' })).toBeVisible();
  expect(screen.getByText('2 photos')).toBeVisible();
  expect(document.querySelector('time')).toBeNull();
  expect(screen.getByRole('link', { name: /Pier/ })).toHaveAttribute('href', '/photo/2');
  expect(document.title).toBe('Low Tide — Portfolio');
  expect(document.querySelector('link[rel=canonical]')).toHaveAttribute(
    'href',
    expect.stringMatching(/\/tags\/low%20tide$/),
  );
  expect(requested.filter((path) => path.startsWith('/galleries'))).toEqual([]);
});

it('says that no photo has the tag', async () => {
  respondWith({});
  renderAt(TAG, <GalleryPage />);

  expect(await screen.findByRole('heading', { level: 1, name: 'Tag not found' })).toBeVisible();
});
