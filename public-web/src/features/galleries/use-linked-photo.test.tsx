import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aGallery, aPhoto } from '../../../test/fixtures.ts';
import { renderAt, respondWith } from '../../../test/render-page.tsx';
import { locationAt, NavigationContext, type RouteLocation } from '../../app/router/navigation.ts';
import { GalleryPage } from './gallery-page.tsx';

const part = (from: number, next_cursor: string | null) => ({
  gallery: { ...aGallery(), photoCount: 12 },
  photos: Array.from({ length: 4 }, (_, index) => aPhoto({ id: from + index, title: `Photo ${from + index}` })),
  next_cursor,
  total: 12,
});

/** Opens the gallery at the tile of a photo. @returns the requested parts */
async function openAt(hash: string, type: RouteLocation['type'] = 'push') {
  const requested = respondWith({
    '/galleries/slack-water?limit=60': part(1, 'b'),
    '/galleries/slack-water?limit=60&cursor=b': part(5, 'c'),
    '/galleries/slack-water?limit=60&cursor=c': part(9, null),
  });
  const navigation = {
    location: locationAt(`/gallery/slack-water${hash}`, type),
    prefetch: async () => undefined,
    navigate: () => undefined,
    back: () => undefined,
  };
  renderAt(
    '/gallery/slack-water',
    <NavigationContext value={navigation}>
      <GalleryPage />
    </NavigationContext>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Slack Water' });
  return () => requested.filter((path) => path.includes('limit=60')).length;
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

const scrolledTo: string[] = [];

beforeEach(() => {
  Element.prototype.scrollIntoView = function () {
    scrolledTo.push(this.id);
  };
});
afterEach(() => {
  scrolledTo.length = 0;
  Object.assign(window, { scrollY: 0 });
  jest.restoreAllMocks();
});

describe('the tile of the address', () => {
  it('is loaded, and comes into view with the focus', async () => {
    const parts = await openAt('#photo-10');

    await waitFor(() => expect(document.getElementById('photo-10')).toHaveFocus());
    expect(scrolledTo).toEqual(['photo-10']);
    expect(parts()).toBe(3);
  });

  it('of the first part, which arrives after the address, needs no other', async () => {
    const parts = await openAt('#photo-3');

    await waitFor(() => expect(document.getElementById('photo-3')).toHaveFocus());
    await settle();
    expect(scrolledTo).toEqual(['photo-3']);
    expect(parts()).toBe(1);
  });

  it.each([
    ['in no part', '#photo-999', 'push', 3],
    ['on the way back, which restores the scroll position', '#photo-10', 'pop', 1],
  ] as const)('ends %s', async (_case, hash, type, expected) => {
    const parts = await openAt(hash, type);

    await waitFor(() => expect(parts()).toBe(expected));
    await settle();
    expect(parts()).toBe(expected);
    expect(scrolledTo).toEqual([]);
  });

  it('is not searched after the visitor has scrolled, and back to the top', async () => {
    Object.assign(window, { scrollY: 300 });
    const parts = await openAt('#photo-10');
    await settle();

    Object.assign(window, { scrollY: 0 });
    await userEvent.click(screen.getByRole('link', { name: 'Show more photos' }));
    await settle();

    expect(parts()).toBe(2);
    expect(scrolledTo).toEqual([]);
  });
});
