import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aGallery, aPhoto } from '../../../test/fixtures.ts';
import { renderAt, respondWith } from '../../../test/render-page.tsx';
import { locationAt, NavigationContext, type RouteLocation } from '../../app/router/navigation.ts';
import { GalleryPage } from './gallery-page.tsx';

const part = (firstId: number, next_cursor: string | null) => ({
  gallery: { ...aGallery(), photoCount: 12 },
  photos: Array.from({ length: 4 }, (_, index) => aPhoto({ id: firstId + index, title: `Photo ${firstId + index}` })),
  next_cursor,
  total: 12,
});

/** Opens the gallery at the tile of a photo. @returns counts the requests for parts */
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
/** How the browser loaded the page. */
let loaded: 'navigate' | 'reload';

beforeEach(() => {
  loaded = 'reload';
  // jsdom has no navigation timing.
  Object.assign(performance, { getEntriesByType: () => [{ type: loaded }] });
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.id);
  });
});
afterEach(() => {
  scrolledTo.length = 0;
  Object.assign(window, { scrollY: 0 });
  Reflect.deleteProperty(performance, 'getEntriesByType');
  jest.restoreAllMocks();
});

describe('the tile of the address', () => {
  it('is loaded, and comes into view with the focus', async () => {
    const partRequests = await openAt('#photo-10');

    await waitFor(() => expect(document.getElementById('photo-10')).toHaveFocus());
    expect(scrolledTo).toEqual(['photo-10']);
    expect(partRequests()).toBe(3);
  });

  it('in the first part is found once that arrives, without loading another part', async () => {
    const partRequests = await openAt('#photo-3');

    await waitFor(() => expect(document.getElementById('photo-3')).toHaveFocus());
    await settle();
    expect(scrolledTo).toEqual(['photo-3']);
    expect(partRequests()).toBe(1);
  });

  it('is loaded on a page opened in a new tab', async () => {
    loaded = 'navigate';
    await openAt('#photo-10', 'load');

    await waitFor(() => expect(document.getElementById('photo-10')).toHaveFocus());
  });

  it.each([
    ['after the last part', '#photo-999', 'push', 3],
    ['after Back, which restores the scroll position', '#photo-10', 'pop', 1],
    ['after a reload, which restores it too', '#photo-10', 'load', 1],
  ] as const)('is not searched for %s', async (_case, hash, type, expected) => {
    const partRequests = await openAt(hash, type);

    await waitFor(() => expect(partRequests()).toBe(expected));
    await settle();
    expect(partRequests()).toBe(expected);
    expect(scrolledTo).toEqual([]);
  });

  it('is not searched for once the visitor has scrolled, even back to the top', async () => {
    Object.assign(window, { scrollY: 300 });
    const partRequests = await openAt('#photo-10');
    await settle();

    Object.assign(window, { scrollY: 0 });
    await userEvent.click(screen.getByRole('link', { name: 'Show more photos' }));
    await settle();

    expect(partRequests()).toBe(2);
    expect(scrolledTo).toEqual([]);
  });
});
