import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ERRORS } from '@portfolio/contracts';
import { aGallery, aGalleryList, aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { aPhotoSite, card } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

const showing = (...photos: ReturnType<typeof aPhoto>[]) =>
  renderSignedIn('/admin/photos', { 'GET /photos': () => aPhotoList(photos) });

describe('deleting a photo', () => {
  const open = async () => {
    const galleries = [aGallery({ title: 'Slack Water' }), aGallery({ title: 'High Ground' })];
    const photo = aPhoto({ title: 'Harbour', galleries });
    const page = showing(aPhoto({ title: 'Before' }), photo, aPhoto({ title: 'After' }));
    await page.user.click(await screen.findByRole('button', { name: 'Delete Harbour' }));
    return { ...page, photo, confirm: within(screen.getByRole('alertdialog', { name: 'Delete photo' })) };
  };
  const titles = () =>
    screen.getAllByRole('listitem').flatMap((item) => (item.dataset.photo ? [item.getAttribute('aria-label')] : []));

  it('needs a confirmation, and Cancel changes nothing', async () => {
    const { user, api, photo, confirm } = await open();

    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      'Are you sure you want to delete “Harbour”? Its comments will be deleted too. It will be missing from 2 galleries. It stays in the trash for 30 days.',
    );
    await user.click(confirm.getByRole('button', { name: 'Cancel' }));

    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete Harbour' })).toHaveFocus();
    expect(api.bodiesOf(`DELETE /photos/${photo.id}`)).toEqual([]);
  });

  it('removes the card at once, confirms with a toast and retains the focus', async () => {
    const { user, api, photo, confirm } = await open();
    let respond = (_: unknown) => {};
    api.respond(`DELETE /photos/${photo.id}`, () => new Promise((resolve) => (respond = resolve)));

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(titles()).toEqual(['Before', 'After']));
    expect(screen.queryByText('Photo deleted successfully!')).toBeNull();
    expect(screen.getByText('2 photos')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete After' })).toHaveFocus();
    respond({ message: 'Photo deleted successfully!' });

    expect(await screen.findByText('Photo deleted successfully!')).toBeInTheDocument();
    expect(titles()).toEqual(['Before', 'After']);
  });

  it('moves the focus to Delete of the next photo, also of one that failed', async () => {
    const broken = ['Before', 'Harbour', 'After'].map((title) =>
      aPhoto({ title, status: 'failed', failure: 'Damaged', small_thumbnail_url: null }),
    );
    const { user, api } = showing(...broken);
    api.respond(`DELETE /photos/${broken[1]!.id}`, () => ({ message: '' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Harbour' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete After' })).toHaveFocus());
  });

  it.each([
    ['the message of the API', () => failing('service.unavailable'), ERRORS['service.unavailable'].message],
    ['the default error', () => new FakeResponse(500, undefined), 'Failed to delete photo'],
    ['the unreachable error', unreachable, unreached('An unexpected error occurred')],
  ])('restores the card and shows %s after a failure', async (_, response, message) => {
    const { user, api, photo, confirm } = await open();
    api.respond(`DELETE /photos/${photo.id}`, response);

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(await card('Harbour')).toBeVisible();
    expect(screen.getByText('3 photos')).toBeInTheDocument();
  });

  it.each([
    ['the first page', 'Photo 4'],
    ['a further page', 'Photo 1'],
  ])('refetches the total after a failure on %s when another photo was added', async (_, title) => {
    const photos = [4, 3, 2, 1].map((id) => aPhoto({ id, title: `Photo ${id}` }));
    const { user, api, events } = renderSignedIn('/admin/photos', {
      'GET /photos': ({ query }) => {
        const below = photos.filter(({ id }) => id < Number(query.get('cursor') ?? Infinity));
        const next_cursor = below.length > 2 ? String(below[1]!.id) : null;
        return { photos: below.slice(0, 2), next_cursor, total: photos.length };
      },
    });
    let respond = (_: unknown) => {};
    api.respond(`DELETE /photos/${title.at(-1)}`, () => new Promise((resolve) => (respond = resolve)));
    await user.click(await screen.findByRole('button', { name: `Delete ${title}` }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('3 photos');

    photos.unshift(aPhoto({ id: 5, title: 'Photo 5' }));
    await events.emit({ type: 'photo.ready', photo_id: 5 });
    await screen.findByText('5 photos');
    respond(failing('request.too-many'));

    expect(await screen.findByText(ERRORS['request.too-many'].message)).toBeInTheDocument();
    expect(await card(title)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText(/^\d photos$/)).toHaveTextContent('5 photos'));
  });

  it('does not end the first request of another list', async () => {
    const site = aPhotoSite(3);
    const { user, api } = renderSignedIn('/admin/photos', site.routes);
    await card('Photo 2');
    site.hold();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'photo');
    await waitFor(() => expect(site.searches.at(-1)).toBe('photo'));
    api.respond('DELETE /photos/2', () => site.photos.splice(1, 1));

    await user.click(screen.getByRole('button', { name: 'Delete Photo 2' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Photo deleted successfully!');
    await act(async () => site.release());

    expect(await screen.findByText('2 photos found')).toBeInTheDocument();
  });

  it('removes a photo that was already deleted elsewhere', async () => {
    const { user, api, photo, confirm } = await open();
    api.respond(`DELETE /photos/${photo.id}`, () => failing('photo.not-found'));
    const counted = () => api.calls.filter(({ route }) => route === 'GET /admin/dashboard').length;
    const before = counted();

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Photo not found')).toBeInTheDocument();
    expect(titles()).toEqual(['Before', 'After']);
    expect(screen.getByText('2 photos')).toBeInTheDocument();
    await waitFor(() => expect(counted()).toBeGreaterThan(before));
  });
});

it('photos deleted in bulk while the list is refetched do not return with its first page', async () => {
  const photos = [aPhoto({ title: 'Harbour' }), aPhoto({ title: 'Pier' })];
  const { user, api, events } = showing(...photos);
  /** Responds to the following requests of photos. */
  const answer = (respond: () => unknown) => {
    const handler = jest.fn(respond);
    api.respond('GET /photos', handler);
    return handler;
  };
  api.respond('GET /galleries', () => aGalleryList([aGallery({ title: 'Slack Water' })]));
  api.respond('PUT /photos/batch', () => ({ count: 2, message: '' }));
  api.respond('POST /photos/batch/delete', () => ({ count: 2, message: '' }));
  const bar = () => within(screen.getByRole('region', { name: 'Selected photos' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 2 photos' }));
  await user.click(bar().getByRole('button', { name: 'Add to gallery' }));
  await user.selectOptions(await screen.findByLabelText('Gallery'), 'Slack Water');
  const held = answer(() => new Promise(() => undefined));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(held).toHaveBeenCalledTimes(2));
  // The event of another photo refetches only the first page, which waits for the list.
  const first = answer(() => aPhotoList(photos.map((photo) => ({ ...photo, alt_text: 'As saved' }))));
  await events.emit({ type: 'photo.ready', photo_id: 99 });
  expect(first).toHaveBeenCalledTimes(1);

  const last = answer(() => aPhotoList([]));
  await user.click(bar().getByRole('button', { name: 'Delete' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));

  expect(await screen.findByText('2 photos deleted')).toBeVisible();
  await waitFor(() => expect(last).toHaveBeenCalled());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByRole('heading', { name: 'No photos found' })).toBeVisible();
});
