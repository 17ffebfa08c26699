import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { aGallery, aPhoto } from '../../../test/fixtures.ts';
import { respondWith, renderAt } from '../../../test/render-page.tsx';
import { GalleryListPage } from '../../features/galleries/gallery-list-page.tsx';
import { GalleryPage } from '../../features/galleries/gallery-page.tsx';

const part = (ids: number[], next_cursor: string | null) => ({
  gallery: { ...aGallery(), photoCount: 5 },
  photos: ids.map((id) => aPhoto({ id, title: `Photo ${id}` })),
  total: 5,
  next_cursor,
});

const PARTS = {
  '/galleries/slack-water?limit=60': part([1, 2], 'b'),
  '/galleries/slack-water?limit=60&cursor=b': part([3, 4], 'c'),
  '/galleries/slack-water?limit=60&cursor=c': part([4, 5], null),
};

const wall = () => screen.getAllByRole('list').at(-1) as HTMLElement;
const titles = () =>
  within(wall())
    .getAllByRole('link')
    .map((link) => /Photo \d/.exec(link.textContent)?.[0]);
const showMoreLink = () => screen.queryByRole('link', { name: 'Show more photos' });

/** Whether the end of the list is near the window. */
let isNear: boolean;
const originals = { observer: globalThis.IntersectionObserver, rect: Element.prototype.getBoundingClientRect };
const observers = new Set<FakeObserver>();

/** Reports soon after `observe`, and at each change, as browsers do. */
class FakeObserver {
  private reported: boolean | undefined;

  constructor(
    private readonly callback: IntersectionObserverCallback,
    private readonly options: IntersectionObserverInit = {},
  ) {}

  observe(element: Element) {
    observers.add(this);
    setTimeout(() => this.report(element));
  }

  disconnect() {
    observers.delete(this);
  }

  report(element: Element) {
    // A margin that excludes the window: only elements below it.
    const isBelowOnly = this.options.rootMargin?.startsWith('-100%');
    const isIntersecting = isNear && (!isBelowOnly || element.getBoundingClientRect().top > innerHeight);
    if (!observers.has(this) || this.reported === isIntersecting) return;
    this.reported = isIntersecting;
    const entry = { isIntersecting } as IntersectionObserverEntry;
    act(() => this.callback([entry], this as unknown as IntersectionObserver));
  }
}

function setNearEnd(near: boolean) {
  isNear = near;
  for (const observer of [...observers]) observer.report(document.body);
}

beforeEach(() => {
  isNear = false;
  globalThis.IntersectionObserver = FakeObserver as unknown as typeof IntersectionObserver;
});

afterEach(() => {
  globalThis.IntersectionObserver = originals.observer;
  Element.prototype.getBoundingClientRect = originals.rect;
});

/** Makes every element report this top position; the component reads it only from the last item of the list. */
const mockTop = (top: number) => (Element.prototype.getBoundingClientRect = () => ({ top }) as DOMRect);

describe('Show more', () => {
  it('appends the next part on click, and focuses its first photo', async () => {
    respondWith(PARTS);
    renderAt('/gallery/slack-water', <GalleryPage />);
    expect(await screen.findByText('2 of 5 photos')).toBeVisible();

    await userEvent.click(showMoreLink() as HTMLElement);
    expect(await screen.findByText('4 of 5 photos')).toBeVisible();
    expect(within(wall()).getByRole('link', { name: /Photo 3/ })).toHaveFocus();

    await userEvent.click(showMoreLink() as HTMLElement);
    await waitFor(() => expect(showMoreLink()).toBeNull());
    // A photo in two responses is shown once.
    expect(titles()).toEqual(['Photo 1', 'Photo 2', 'Photo 3', 'Photo 4', 'Photo 5']);
  });

  it('links to a page with the next part', async () => {
    respondWith(PARTS);
    renderAt('/gallery/slack-water', <GalleryPage />);
    expect(await screen.findByRole('link', { name: 'Show more photos' })).toHaveAttribute('href', '?from=b');
  });

  it('starts at the cursor of the address, with a link to the first photos', async () => {
    respondWith(PARTS);
    renderAt('/gallery/slack-water?from=b', <GalleryPage />);

    expect(await screen.findByRole('link', { name: 'Back to the first photos' })).toHaveAttribute(
      'href',
      '/gallery/slack-water',
    );
    expect(titles()).toEqual(['Photo 3', 'Photo 4']);
    expect(showMoreLink()).toHaveAttribute('href', '?from=c');
    expect(screen.queryByText(/ of 5 photos/)).toBeNull();
  });

  it('loads two parts by scrolling, then waits for a click before loading more', async () => {
    const requestedPaths = respondWith({
      '/galleries/slack-water?limit=60': part([1], 'b'),
      '/galleries/slack-water?limit=60&cursor=b': part([2], 'c'),
      '/galleries/slack-water?limit=60&cursor=c': part([3], 'd'),
      '/galleries/slack-water?limit=60&cursor=d': part([4], 'e'),
      '/galleries/slack-water?limit=60&cursor=e': part([5], null),
    });
    mockTop(5_000);
    renderAt('/gallery/slack-water', <GalleryPage />);
    await screen.findByText('1 of 5 photos');
    expect(requestedPaths.filter((path) => path.includes('cursor'))).toEqual([]);

    setNearEnd(true);

    expect(await screen.findByText('3 of 5 photos')).toBeVisible();
    expect(document.body).toHaveFocus();
    setNearEnd(true);
    await act(async () => {});
    expect(requestedPaths).not.toContain('/galleries/slack-water?limit=60&cursor=d');

    await userEvent.click(showMoreLink() as HTMLElement);
    await waitFor(() => expect(titles()).toHaveLength(5));
  });

  it('appends nothing while the end is in view', async () => {
    const requestedPaths = respondWith(PARTS);
    mockTop(100);
    renderAt('/gallery/slack-water', <GalleryPage />);
    await screen.findByText('2 of 5 photos');

    setNearEnd(true);
    await waitFor(() => expect(requestedPaths).toContain('/galleries/slack-water?limit=60&cursor=b'));
    await waitFor(() => expect(showMoreLink()).not.toHaveAttribute('aria-disabled'));
    expect(titles()).toHaveLength(2);

    await userEvent.click(showMoreLink() as HTMLElement);
    expect(await screen.findByText('4 of 5 photos')).toBeVisible();
    expect(requestedPaths.filter((path) => path.endsWith('cursor=b'))).toHaveLength(1);
  });

  it('appends the loading part after a click on the link', async () => {
    respondWith(PARTS);
    mockTop(100);
    renderAt('/gallery/slack-water', <GalleryPage />);
    await screen.findByText('2 of 5 photos');

    setNearEnd(true);
    fireEvent.click(showMoreLink() as HTMLElement);

    expect(await screen.findByText('4 of 5 photos')).toBeVisible();
  });

  it('appends an already loaded part once the end has left the view', async () => {
    respondWith(PARTS);
    mockTop(100);
    renderAt('/gallery/slack-water', <GalleryPage />);
    await screen.findByText('2 of 5 photos');
    setNearEnd(true);
    await act(async () => {});
    expect(titles()).toHaveLength(2);

    mockTop(5_000);
    setNearEnd(true);

    await waitFor(() => expect(titles()).toHaveLength(5));
  });

  it('shows a failure, and retries', async () => {
    const responses: Record<string, unknown> = { ...PARTS, '/galleries/slack-water?limit=60&cursor=b': 503 };
    respondWith(responses);
    renderAt('/gallery/slack-water', <GalleryPage />);
    await screen.findByText('2 of 5 photos');
    await userEvent.click(showMoreLink() as HTMLElement);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load more photos');
    expect(within(wall()).getByRole('link', { name: /Photo 2/ })).toHaveFocus();

    responses['/galleries/slack-water?limit=60&cursor=b'] = PARTS['/galleries/slack-water?limit=60&cursor=b'];
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByText('4 of 5 photos')).toBeVisible();
  });
});

it.each([
  ['a click', () => userEvent.click(showMoreLink() as HTMLElement)],
  ['scrolling to the end', async () => setNearEnd(true)],
])('says after %s that it waits for the connection, and loads once online', async (_, load) => {
  mockTop(100);
  respondWith(PARTS);
  renderAt('/gallery/slack-water', <GalleryPage />);
  await screen.findByText('2 of 5 photos');
  act(() => onlineManager.setOnline(false));
  try {
    await load();

    await screen.findByText('You are offline. More photos will load when the connection is back.');
    expect(screen.queryByRole('alert')).toBeNull();
  } finally {
    act(() => onlineManager.setOnline(true));
  }
  await waitFor(() => expect(titles()).toHaveLength(4));
  expect(screen.queryByText(/offline/)).toBeNull();
});

/** A page that unmounts and mounts again. */
function Visit() {
  const [isHere, setHere] = useState(true);
  return (
    <>
      <button onClick={() => setHere(!isHere)}>Leave or return</button>
      {isHere && <GalleryPage />}
    </>
  );
}

it('shows all loaded parts again after leaving and returning', async () => {
  respondWith(PARTS);
  renderAt('/gallery/slack-water', <Visit />);
  await userEvent.click(await screen.findByRole('link', { name: 'Show more photos' }));
  await screen.findByText('4 of 5 photos');

  await userEvent.click(screen.getByRole('button'));
  expect(screen.queryByRole('list')).toBeNull();
  await userEvent.click(screen.getByRole('button'));

  expect(titles()).toHaveLength(4);
});

it('drops the later parts when the first part ends at another cursor', async () => {
  const responses: Record<string, unknown> = { ...PARTS };
  respondWith(responses);
  const { client } = renderAt('/gallery/slack-water', <GalleryPage />);
  await userEvent.click(await screen.findByRole('link', { name: 'Show more photos' }));
  await screen.findByText('4 of 5 photos');

  responses['/galleries/slack-water?limit=60'] = part([6, 1], 'a');
  responses['/galleries/slack-water?limit=60&cursor=a'] = part([2, 3, 4, 5], null);
  await act(() => client.refetchQueries({ predicate: (query) => !query.isDisabled() }));
  await waitFor(() => expect(titles()).toEqual(['Photo 6', 'Photo 1']));
  await userEvent.click(showMoreLink() as HTMLElement);

  await waitFor(() => expect(titles()).toEqual([6, 1, 2, 3, 4, 5].map((id) => `Photo ${id}`)));
});

it('appends galleries', async () => {
  const list = (id: number, next_cursor: string | null) => ({
    galleries: [aGallery({ id, slug: `g-${id}`, title: `Gallery ${id}` })],
    total: 2,
    next_cursor,
  });
  respondWith({ '/galleries?limit=24': list(1, 'b'), '/galleries?limit=24&cursor=b': list(2, null) });
  renderAt('/galleries', <GalleryListPage />);

  await userEvent.click(await screen.findByRole('link', { name: 'Show more galleries' }));

  expect(await screen.findByRole('heading', { name: 'Gallery 2' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Gallery 1' })).toBeVisible();
});
