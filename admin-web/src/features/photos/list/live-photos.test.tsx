import { afterEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { PhotoView } from '@portfolio/contracts';
import { aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { aPhotoSite, card, cards } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

const RENDITION = { format: 'jpeg' as const, width: 320, height: 213, url: '/media/7/abc/320.jpeg?ticket=1' };

afterEach(() => void jest.useRealTimers());

/** The photos page with a photo that is being processed. */
async function openProcessing() {
  const photo = aPhoto({ title: 'Harbour', status: 'processing' });
  const page = renderSignedIn('/admin/photos', { 'GET /photos': () => aPhotoList([photo]) });
  expect(within(await card('Harbour')).getByText('Processing')).toBeVisible();
  const lists = () => page.api.calls.filter(({ route }) => route === 'GET /photos').length;
  return { ...page, photo, lists };
}

it('shows the render progress and then the photo, without refetching the list', async () => {
  const { api, events, photo, lists } = await openProcessing();
  api.respond(`GET /photos/${photo.id}`, () => ({ photo }));

  await events.emit({ type: 'photo.progress', photo_id: photo.id, percent: 40 });
  expect(screen.getByRole('progressbar', { name: 'Preparing Harbour' })).toHaveValue(0.4);
  api.respond(`GET /photos/${photo.id}`, () => ({
    photo: { ...photo, status: 'ready', alt_text: 'Boats', renditions: [RENDITION] },
  }));
  await events.emit({ type: 'photo.ready', photo_id: photo.id });

  expect(await screen.findByRole('img', { name: 'Boats' })).toBeVisible();
  expect(within(await card('Harbour')).queryByText('Processing')).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(lists()).toBe(1);
});

it('shows the smallest rendition of a processing photo, and fetches it once', async () => {
  const { api, events, photo } = await openProcessing();
  api.respond(`GET /photos/${photo.id}`, () => ({ photo: { ...photo, alt_text: 'Boats', renditions: [RENDITION] } }));

  await events.emit({ type: 'photo.progress', photo_id: photo.id, percent: 2 });

  const tile = within(await card('Harbour'));
  expect(await tile.findByRole('img', { name: 'Boats' })).toBeVisible();
  expect(tile.getByText('Processing')).toBeVisible();
  await events.emit({ type: 'photo.progress', photo_id: photo.id, percent: 40 });
  expect(tile.getByRole('progressbar', { name: 'Preparing Harbour' })).toHaveValue(0.4);
  expect(api.calls.filter(({ route }) => route === `GET /photos/${photo.id}`)).toHaveLength(1);
});

it('shows a photo that becomes ready while its smallest rendition is being fetched', async () => {
  const { api, events, photo } = await openProcessing();
  api.respond(`GET /photos/${photo.id}`, () => new Promise(() => undefined));
  await events.emit({ type: 'photo.progress', photo_id: photo.id, percent: 2 });
  api.respond(`GET /photos/${photo.id}`, () => ({
    photo: { ...photo, status: 'ready', alt_text: 'Boats', renditions: [RENDITION] },
  }));

  await events.emit({ type: 'photo.ready', photo_id: photo.id });

  expect(await screen.findByRole('img', { name: 'Boats' })).toBeVisible();
  expect(within(await card('Harbour')).queryByText('Processing')).toBeNull();
});

it('stays ready when an older list arrives later', async () => {
  const { api, events, photo, lists } = await openProcessing();
  const ready = { ...photo, status: 'ready' as const, alt_text: 'Boats', renditions: [RENDITION] };
  const added = aPhoto({ title: 'Quay' });
  let respondLate = () => {};
  api.respond('GET /photos', () => new Promise((resolve) => (respondLate = () => resolve(aPhotoList([added, photo])))));
  await events.emit({ type: 'photo.ready', photo_id: added.id });
  await waitFor(() => expect(lists()).toBe(2));
  api.respond('GET /photos', () => aPhotoList([added, ready]));
  api.respond(`GET /photos/${photo.id}`, () => ({ photo: ready }));
  await events.emit({ type: 'photo.ready', photo_id: photo.id });
  expect(await screen.findByRole('img', { name: 'Boats' })).toBeVisible();

  respondLate();

  await card('Quay');
  expect(within(await card('Harbour')).getByRole('img', { name: 'Boats' })).toBeVisible();
  expect(within(await card('Harbour')).queryByText('Processing')).toBeNull();
});

it('shows why a photo failed', async () => {
  const { api, events, photo } = await openProcessing();
  api.respond(`GET /photos/${photo.id}`, () => ({ photo: { ...photo, status: 'failed', failure: 'Too damaged' } }));

  await events.emit({ type: 'photo.failed', photo_id: photo.id });

  expect(await screen.findByText('Too damaged')).toBeVisible();
});

it('inserts a new photo before the others', async () => {
  const { api, events, photo } = await openProcessing();
  const arrived = aPhoto({ title: 'Arrived' });
  api.respond('GET /photos', () => aPhotoList([arrived, photo]));

  await events.emit({ type: 'photo.ready', photo_id: arrived.id });

  await card('Arrived');
  expect(cards().map((item) => item.getAttribute('aria-label'))).toEqual(['Arrived', 'Harbour']);
  expect(screen.getByText('2 photos')).toBeInTheDocument();
});

it('catches up after the event stream was interrupted', async () => {
  const { api, events, photo } = await openProcessing();
  api.respond('GET /photos', () => aPhotoList([aPhoto({ title: 'Missed' }), { ...photo, status: 'failed' }]));

  await events.emit({ type: 'open' });

  await card('Missed');
  await waitFor(() => expect(screen.queryByText('Processing', { selector: 'p' })).toBeNull());
});

it('catches up with each of many processing photos', async () => {
  const site = aPhotoSite(25, () => ({ status: 'processing' }));
  const { api, events } = renderSignedIn('/admin/photos', site.routes);
  await card('Photo 25');
  const routes = site.photos.map(({ id }) => `GET /photos/${id}`);
  for (const [index, route] of routes.entries()) {
    api.respond(route, () => ({ photo: { ...site.photos[index]!, status: 'ready' } }));
  }

  await events.emit({ type: 'open' });

  const requested = () => api.calls.map(({ route }) => route);
  // Before the first poll.
  await waitFor(() => expect(requested()).toEqual(expect.arrayContaining(routes)), { timeout: 5_000 });
});

it('restarts the progress of a retried photo', async () => {
  const { user, api, events, photo } = await openProcessing();
  const failed = { ...photo, status: 'failed', failure: 'Too damaged' };
  api.respond(`POST /photos/${photo.id}/retry`, () => ({ photo }));
  await events.emit({ type: 'photo.progress', photo_id: photo.id, percent: 80 });
  api.respond('GET /photos', () => aPhotoList([failed as PhotoView]));
  // The failure event was missed.
  await events.emit({ type: 'open' });

  await user.click(await screen.findByRole('button', { name: 'Retry Harbour' }));

  await waitFor(() => expect(within(cards()[0]!).getByText('Processing')).toBeVisible());
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('polls processing photos while no events arrive', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { api, photo, lists } = await openProcessing();
  const wait = (seconds: number) => act(async () => jest.advanceTimersByTime(1000 * seconds));
  api.respond(`GET /photos/${photo.id}`, () => ({
    photo: { ...photo, status: 'ready', alt_text: 'Boats', renditions: [RENDITION] },
  }));

  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await wait(30);
  expect(lists()).toBe(1);
  hidden.mockRestore();
  await wait(10);

  expect(await screen.findByRole('img', { name: 'Boats' })).toBeVisible();
  expect(within(await card('Harbour')).queryByText('Processing')).toBeNull();
  await waitFor(() => expect(lists()).toBe(2));
  await wait(30);
  expect(lists()).toBe(2);
});

it('shows a new photo that arrives while a further page is being fetched', async () => {
  const site = aPhotoSite(250);
  let respond = () => {};
  const held = new Promise<void>((resolve) => (respond = resolve));
  const { events } = renderSignedIn('/admin/photos', {
    'GET /photos': async (call) => {
      if (call.query.get('cursor') === '100') await held;
      return site.list(call);
    },
  });
  await card('Photo 250');

  site.photos.unshift(aPhoto({ id: 251, title: 'Photo 251' }));
  await events.emit({ type: 'photo.ready', photo_id: 251 });
  await waitFor(() => expect(site.cursors).toEqual([null, null]));
  await act(async () => respond());

  await waitFor(() => expect(site.cursors).toContain('100'));
  expect(await card('Photo 251')).toBeVisible();
});

it('leaves the focus where it is when the list changes after an edited photo has left it', async () => {
  const [harbour, quay, pier] = ['Harbour', 'Quay', 'Pier'].map((title) => aPhoto({ title, alt_text: null }));
  const { user, api, events } = renderSignedIn('/admin/photos?missing=alt_text', {
    'GET /photos': () => aPhotoList([harbour!, quay!]),
    [`GET /photos/${harbour!.id}`]: () => ({ photo: harbour }),
    [`PUT /photos/${harbour!.id}`]: () => ({ photo: { ...harbour, alt_text: 'Boats' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Harbour' }));
  await user.type(screen.getByLabelText('Alt Text'), 'Boats');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(cards()).toHaveLength(1);
  act(() => screen.getByRole('main').blur());

  api.respond('GET /photos', () => aPhotoList([pier!, quay!]));
  await events.emit({ type: 'photo.ready', photo_id: pier!.id });

  await card('Pier');
  expect(document.body).toHaveFocus();
});
