import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { PhotoView } from '@portfolio/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aDashboard, aGallery, aGalleryList, aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { FakeResponse, failing, unreachable } from '../../../../test/fake-api.ts';
import { aPhotoSite, card, cards } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

const RENDITION = { format: 'jpeg' as const, width: 320, height: 213, url: '/media/7/v/320.jpeg' };

const showing = (...photos: ReturnType<typeof aPhoto>[]) =>
  renderSignedIn('/admin/photos', { 'GET /photos': () => aPhotoList(photos) });

afterEach(() => {
  jest.restoreAllMocks();
  Object.defineProperty(window, 'scrollY', { value: 0, writable: true, configurable: true });
});

/** Height of the grid. Browsers limit the scroll offset to that of the page. */
const gridHeight = () => parseFloat(screen.queryByRole('list', { name: 'Photos' })?.style.blockSize ?? '0');

const scroll = (offset: number) => {
  Object.assign(window, { scrollY: offset });
  fireEvent.scroll(window);
};

describe('the photo grid', () => {
  it('shows the details of each photo', async () => {
    const [slack, winter] = [aGallery({ title: 'Slack Water' }), aGallery({ title: 'Winter Light' })];
    showing(
      aPhoto({
        title: 'Harbour',
        description: 'Before dawn',
        alt_text: 'Boats at a quay',
        is_for_sale: true,
        selling_price: 1250,
        gallery_id: slack.id,
        gallery_name: slack.title,
        galleries: [slack, winter],
        comment_count: 3,
        renditions: [RENDITION],
      }),
      aPhoto({ title: 'Bare' }),
    );

    const harbour = within(await card('Harbour'));
    expect(harbour.getByRole('img', { name: 'Boats at a quay' })).toHaveAttribute('src', RENDITION.url);
    for (const text of ['For Sale', 'Before dawn', '$1,250.00', 'Slack Water', '+1', 'comments']) {
      expect(harbour.getByText(text)).toBeVisible();
    }
    const bare = within(await card('Bare'));
    expect(bare.getByText('No Image')).toBeVisible();
    expect(bare.getByText('No Gallery')).toBeVisible();
    expect(bare.queryByText('For Sale')).toBeNull();
    expect(bare.queryByText(/\$/)).toBeNull();
    expect(screen.getByText('Manage your photo collection')).toBeVisible();
  });

  it('names each photo once: an image without alt text adds no name', async () => {
    const renditions = [RENDITION];
    showing(
      aPhoto({ title: 'Harbour', renditions }),
      aPhoto({ title: 'Ridge', alt_text: 'Ridge', renditions }),
      aPhoto({ title: 'Meadow', alt_text: 'Grass in the wind', renditions }),
    );

    for (const title of ['Harbour', 'Ridge']) {
      expect((await card(title)).querySelector('img')).toHaveAttribute('alt', '');
    }
    expect(within(await card('Meadow')).getByRole('img', { name: 'Grass in the wind' })).toBeInTheDocument();
  });

  it('says why visitors cannot see a photo', async () => {
    const [shown, hidden] = [aGallery(), aGallery({ is_active: false })];
    const secret = aGallery({ visibility: 'private' });
    const ended = aGallery({ unpublish_at: '2020-01-01T00:00:00.000Z' });
    renderSignedIn('/admin/photos', {
      'GET /galleries': () => aGalleryList([shown, hidden, secret, ended]),
      'GET /photos': () =>
        aPhotoList([
          aPhoto({ title: 'Both', galleries: [shown, hidden] }),
          aPhoto({ title: 'In the attic', galleries: [hidden] }),
          aPhoto({ title: 'For a client', galleries: [secret] }),
          aPhoto({ title: 'Of last year', galleries: [ended] }),
          aPhoto({ title: 'Over there', galleries: [hidden, ended] }),
          aPhoto({ title: 'Kept back', visibility: 'hidden', galleries: [ended] }),
        ]),
    });
    const reasons = {
      'In the attic': 'Hidden gallery',
      'For a client': 'Private gallery',
      'Of last year': 'Ended gallery',
      'Over there': 'Not public',
      'Kept back': 'Hidden',
    };

    await waitFor(async () => expect(within(await card('In the attic')).getByText('Hidden gallery')).toBeVisible());
    for (const [title, reason] of Object.entries(reasons)) {
      expect(within(await card(title)).getByText(reason)).toBeVisible();
    }
    expect(within(await card('Both')).queryByText(/hidden|public/i)).toBeNull();
  });

  it('offers an upload while it is empty', async () => {
    const { user, address } = showing();

    expect(await screen.findByRole('heading', { name: 'No photos found' })).toBeVisible();
    expect(screen.getByText('Get started by uploading your first photo.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add Photo' })[1]!);

    expect(await screen.findByRole('dialog', { name: 'Upload Photo' })).toBeVisible();
    expect(address()).toBe('/admin/photos?new=');
  });

  it('offers a retry after a failure', async () => {
    const { user, api } = renderSignedIn('/admin/photos', { 'GET /photos': () => new FakeResponse(400, undefined) });

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch photos');
    api.respond('GET /photos', () => aPhotoList([aPhoto({ title: 'Harbour' })]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await card('Harbour')).toBeVisible();
  });

  it('renders the cards near the viewport, each with its number', async () => {
    const site = aPhotoSite(10_000);
    renderSignedIn('/admin/photos', site.routes);

    await card('Photo 10000');

    expect(cards().length).toBeLessThan(30);
    expect(await card('Photo 9998')).toHaveAttribute('aria-posinset', '3');
    expect(await card('Photo 9998')).toHaveAttribute('aria-setsize', '10000');
    await waitFor(() => expect(site.cursors).toEqual([null, '100', '200']));
  });

  it('loads further photos for the dialog that goes from photo to photo', async () => {
    const site = aPhotoSite(450);
    const { go } = renderSignedIn('/admin/photos', {
      ...site.routes,
      'GET /photos/151': () => ({ photo: site.photos.find(({ id }) => id === 151) }),
    });
    await card('Photo 450');
    await waitFor(() => expect(site.cursors).toEqual([null, '100', '200']));

    await go('/admin/photos?edit=151');

    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Next photo' })).toHaveAttribute('aria-disabled', 'false'),
    );
  });

  it('names the button for all photos while it loads the selected ones in another order', async () => {
    const site = aPhotoSite(300);
    const { user, api } = renderSignedIn('/admin/photos', site.routes);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Photo 300' }));
    api.respond('GET /photos', (call) => (call.query.get('cursor') ? new Promise(() => {}) : site.list(call)));

    await user.selectOptions(screen.getByLabelText('Sort by'), 'Title');

    expect(await screen.findByText(/^Reading 100 of/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Select all 300 photos' })).toBeEnabled();
  });

  it('leaves the focused card rendered when it is scrolled out of view', async () => {
    const { user } = renderSignedIn('/admin/photos', aPhotoSite(300).routes);
    await card('Photo 300');

    const edit = screen.getByRole('button', { name: 'Edit Photo 300' });
    act(() => edit.focus());
    scroll(20_000);
    await card('Photo 250');

    expect(edit).toHaveFocus();
    expect(screen.queryByRole('listitem', { name: 'Photo 297' })).toBeNull();
    scroll(0);
    await user.tab();
    expect(screen.getByRole('button', { name: 'Delete Photo 300' })).toHaveFocus();
  });

  it('restores the scroll position after Back', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo') as jest.SpiedFunction<(x: number, y: number) => void>;
    scrollTo.mockImplementation((_, y) => void Object.assign(window, { scrollY: Math.min(y, gridHeight()) }));
    const { go } = renderSignedIn('/admin/photos', aPhotoSite(300).routes);
    await card('Photo 300');
    scroll(20_000);
    await card('Photo 250');

    await go('/admin/galleries');
    await screen.findByRole('heading', { name: 'Galleries' });
    expect(window.scrollY).toBe(0);
    await go(-1);

    await screen.findByRole('heading', { name: 'Photos' });
    await waitFor(() => expect(window.scrollY).toBe(20_000));
  });

  it('shows the same photos when a resized window changes the number of columns', async () => {
    const resizeCallbacks: (() => void)[] = [];
    jest.spyOn(window, 'ResizeObserver').mockImplementation((notify) => {
      const observer = { observe: () => {}, unobserve: () => {}, disconnect: () => {} };
      resizeCallbacks.push(() => notify([], observer));
      return observer;
    });
    const width = jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const resize = (to: number) => {
      width.mockReturnValue(to);
      act(() => resizeCallbacks.forEach((notify) => notify()));
    };
    let offset = 0;
    const scrollY = { get: () => Math.min(offset, gridHeight()), set: (to: number) => void (offset = to) };
    Object.defineProperty(window, 'scrollY', { ...scrollY, configurable: true });
    const scrollTo = jest.spyOn(window, 'scrollTo') as jest.SpiedFunction<(x: number, y: number) => void>;
    scrollTo.mockImplementation((_, y) => void (offset = y));
    jest
      .spyOn(Element.prototype, 'getBoundingClientRect')
      .mockImplementation(() => ({ top: -window.scrollY }) as DOMRect);
    renderSignedIn('/admin/photos', aPhotoSite(300).routes);
    await card('Photo 300');
    // Row 120 of 150.
    scroll(48_000);
    await card('Photo 60');

    resize(1_200);
    // Row 48 of 60.
    expect(window.scrollY).toBe(19_200);
    // Before a scroll event.
    resize(600);
    expect(window.scrollY).toBe(48_000);
  });

  it('retains the loaded photos when a further page fails', async () => {
    const site = aPhotoSite(300);
    const { user, api } = renderSignedIn('/admin/photos', {
      'GET /photos': (call) => (call.query.get('cursor') ? new FakeResponse(400, undefined) : site.list(call)),
    });

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch photos');
    expect(await card('Photo 300')).toBeVisible();
    api.respond('GET /photos', site.list);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('has shortcuts: `a` uploads a photo, `/` focuses the search', async () => {
    const { user } = showing(aPhoto({ title: 'Harbour' }));
    await card('Harbour');

    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
    // In a text field or a select it would type or choose.
    act(() => screen.getByRole('checkbox', { name: 'For sale only' }).focus());
    await user.keyboard('a');

    expect(await screen.findByRole('dialog', { name: 'Upload Photo' })).toBeVisible();
  });
});

describe('failed photos', () => {
  const failed = (title: string) => aPhoto({ title, status: 'failed', failure: 'The image is damaged' });

  it('show the reason and a retry', async () => {
    const photo = failed('Scan');
    const { user, api } = showing(photo);
    api.respond(`POST /photos/${photo.id}/retry`, () => ({ photo: { ...photo, status: 'processing', failure: null } }));

    expect(within(await card('Scan')).getByText('The image is damaged')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry Scan' }));

    expect(await screen.findByText('Processing', { selector: 'p' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit Scan' })).toHaveFocus();
  });

  it('stay failed when the API refuses', async () => {
    const photo = failed('Scan');
    const { user, api } = showing(photo);
    api.respond(`POST /photos/${photo.id}/retry`, () => failing('photo.not-found'));

    await user.click(await screen.findByRole('button', { name: 'Retry Scan' }));

    expect(await screen.findByText('Photo not found')).toBeInTheDocument();
    expect(within(await card('Scan')).getByText('The image is damaged')).toBeVisible();
  });

  it('are retried all at once', async () => {
    const photos = [failed('One'), failed('Two')];
    const { user, api } = renderSignedIn('/admin/photos', {
      'GET /photos': () => aPhotoList(photos),
      'GET /admin/dashboard': () => aDashboard({ failedPhotos: 2 }),
    });
    for (const photo of photos) {
      api.respond(`POST /photos/${photo.id}/retry`, () => ({ photo: { ...photo, status: 'processing' } }));
    }

    expect(await screen.findByText('2 photos couldn’t be processed.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry all failed' }));

    expect(await screen.findByText('2 photos retried')).toBeInTheDocument();
    for (const { id } of photos) expect(api.bodiesOf(`POST /photos/${id}/retry`)).toHaveLength(1);
  });

  it('leave the focus on the page when the retry of all has succeeded', async () => {
    const photos = [failed('One'), failed('Two')];
    let failedPhotos = 2;
    const { user } = renderSignedIn('/admin/photos', {
      'GET /photos': () => aPhotoList(photos),
      'GET /admin/dashboard': () => aDashboard({ failedPhotos }),
      ...Object.fromEntries(
        photos.map((photo) => [
          `POST /photos/${photo.id}/retry`,
          () => {
            failedPhotos -= 1;
            return { photo: { ...photo, status: 'processing' } };
          },
        ]),
      ),
    });

    await user.click(await screen.findByRole('button', { name: 'Retry all failed' }));

    await waitFor(() => expect(screen.queryByText(/couldn’t be processed/)).toBeNull());
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('leave the list once deleted, also when the retry of all stops at an error', async () => {
    const photos = [failed('One'), failed('Two')];
    const [one, two] = photos as [PhotoView, PhotoView];
    const { user, api } = renderSignedIn('/admin/photos', {
      'GET /photos': () => aPhotoList(photos),
      'GET /admin/dashboard': () => aDashboard({ failedPhotos: 2 }),
      [`POST /photos/${one.id}/retry`]: () => failing('photo.not-found'),
    });
    api.respond(`POST /photos/${two.id}/retry`, () => {
      // No refetch removes the photo.
      api.respond('GET /photos', unreachable);
      return unreachable();
    });

    await user.click(await screen.findByRole('button', { name: 'Retry all failed' }));

    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'One' })).toBeNull());
    expect(await card('Two')).toBeVisible();
  });

  it('are retried except for deleted photos and those that have not failed', async () => {
    const photos = [failed('One'), failed('Two'), failed('Three')];
    const [one, two, three] = photos as [PhotoView, PhotoView, PhotoView];
    const { user } = renderSignedIn('/admin/photos', {
      'GET /photos': () => aPhotoList(photos),
      'GET /admin/dashboard': () => aDashboard({ failedPhotos: 3 }),
      [`POST /photos/${one.id}/retry`]: () => failing('photo.not-found'),
      [`POST /photos/${two.id}/retry`]: () => failing('photo.not-failed'),
      [`POST /photos/${three.id}/retry`]: () => {
        const underWay = { ...three, status: 'processing' as const, failure: null };
        photos.splice(0, 3, two, underWay);
        return { photo: underWay };
      },
    });

    await user.click(await screen.findByRole('button', { name: 'Retry all failed' }));

    expect(await screen.findByText('1 photo retried, 2 skipped')).toBeInTheDocument();
    expect(within(await card('Three')).getByText('Processing')).toBeVisible();
    expect(screen.queryByRole('listitem', { name: 'One' })).toBeNull();
  });
});
