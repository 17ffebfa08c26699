import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { GalleryView, PhotoView } from '@portfolio/contracts';
import { aGallery, aGalleryList, aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { card } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../test/sign-in-again.ts';

afterEach(() => void jest.useRealTimers());

describe('the edit dialog', () => {
  const [slack, high] = [aGallery({ title: 'Slack Water' }), aGallery({ title: 'High Ground' })];
  const elsewhere = aGallery({ title: 'Dry Country' });
  const photo = aPhoto({
    title: 'Harbour',
    description: 'Before dawn',
    alt_text: 'Boats',
    selling_price: 40,
    galleries: [slack],
    gallery_id: slack.id,
    gallery_name: slack.title,
    original_url: '/media/1/original?ticket=t',
  });
  const next = aPhoto({ title: 'Pier' });

  const open = async (at = '/admin/photos', ofSlack: Partial<GalleryView> = {}, ofPhoto: Partial<PhotoView> = {}) => {
    const page = renderSignedIn(at, {
      'GET /photos': () => aPhotoList([photo, next]),
      [`GET /photos/${photo.id}`]: () => ({ photo: { ...photo, ...ofPhoto } }),
      [`GET /photos/${next.id}`]: () => ({ photo: next }),
      'GET /galleries': () => aGalleryList([{ ...slack, ...ofSlack }, high]),
    });
    await card('Harbour');
    if (at === '/admin/photos') await page.user.click(screen.getByRole('button', { name: 'Edit Harbour' }));
    return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Edit Photo' })) };
  };
  const route = `PUT /photos/${photo.id}`;

  it('saves and goes on to the next photo, also when the saved one leaves the list', async () => {
    const { user, api, address, dialog } = await open(`/admin/photos?visibility=public&edit=${photo.id}`);
    api.respond(route, () => ({ photo: { ...photo, visibility: 'hidden' } }));
    api.respond('GET /photos', () => aPhotoList([next]));
    await user.click(dialog.getByRole('radio', { name: 'Hidden' }));

    await user.click(dialog.getByRole('button', { name: 'Save and Next' }));

    await waitFor(() => expect(address()).toBe(`/admin/photos?visibility=public&edit=${next.id}`));
    expect(api.bodiesOf(route)).toEqual([{ visibility: 'hidden' }]);
    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Pier'));
    expect(dialog.getByLabelText('Title')).toHaveFocus();
    // It is the last one.
    expect(dialog.queryByRole('button', { name: 'Save and Next' })).toBeNull();
  });

  it('saves every field and updates the list', async () => {
    const { user, api, address, dialog } = await open();
    const saved = { ...photo, title: 'Harbour at dawn', is_for_sale: true, gallery_name: 'High Ground' };
    api.respond(route, () => ({ photo: saved }));

    expect(address()).toBe(`/admin/photos?edit=${photo.id}`);
    expect(dialog.getByRole('link', { name: /Public page/ })).toHaveAttribute('href', `/photo/${photo.id}`);
    expect(dialog.getByRole('link', { name: /Original file/ })).toHaveAttribute('href', photo.original_url);
    await user.type(dialog.getByLabelText('Title'), ' at dawn');
    await user.clear(dialog.getByLabelText('Description'));
    await user.clear(dialog.getByLabelText('Selling Price'));
    await user.type(dialog.getByLabelText('Alt Text'), ' at a quay');
    await user.click(dialog.getByLabelText('Slack Water'));
    await user.click(dialog.getByLabelText('High Ground'));
    await user.click(dialog.getByLabelText('Mark as for sale'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route)).toEqual([
      {
        title: 'Harbour at dawn',
        description: null,
        alt_text: 'Boats at a quay',
        selling_price: null,
        is_for_sale: true,
        gallery_ids: [high.id],
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(await card('Harbour at dawn')).getByText('High Ground')).toBeVisible();
    expect(api.calls.filter(({ route }) => route === 'GET /photos')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Edit Harbour at dawn' })).toHaveFocus();
  });

  it('sends changed fields only', async () => {
    const { user, api, dialog } = await open();
    api.respond(route, () => ({ photo }));

    await user.type(dialog.getByLabelText('Description'), ', before the boats');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route)).toEqual([{ description: 'Before dawn, before the boats' }]);
  });

  it('takes a price with a decimal comma, and shows an error for a text that is no price', async () => {
    const { user, api, dialog } = await open();
    api.respond(route, () => ({ photo }));
    const price = dialog.getByLabelText('Selling Price');

    await user.clear(price);
    await user.type(price, '1.250,00');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Selling price must be a number with at most 2 decimals')).toBeVisible();
    expect(price).toHaveValue('1.250,00');
    await user.clear(price);
    await user.type(price, '1250,5');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route)).toEqual([{ selling_price: 1250.5 }]);
  });

  it('saves the focal point that arrow keys have moved', async () => {
    const renditions = [{ format: 'jpeg', width: 640, height: 427, url: '/media/1/a/640.jpeg' }] as const;
    const { user, api, dialog } = await open('/admin/photos', {}, { renditions: [...renditions] });
    api.respond(route, () => ({ photo }));

    act(() => dialog.getByRole('button', { name: 'Focal point' }).focus());
    await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}');
    expect(dialog.getByText('50% from the left, 30% from the top')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route)).toEqual([{ focus_y: 0.3 }]);
  });

  it('explains each visibility and saves the selected one', async () => {
    const { user, api, dialog } = await open();
    api.respond(route, () => ({ photo: { ...photo, visibility: 'unlisted' } }));

    const unlisted = dialog.getByRole('radio', { name: 'Unlisted' });
    expect(dialog.getByRole('radio', { name: 'Public' })).toBeChecked();
    expect(unlisted).toHaveAccessibleDescription(/Only its own address leads to it/);
    await user.click(unlisted);
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(within(await card('Harbour')).getByText('Unlisted')).toBeVisible();
    expect(api.bodiesOf(route)).toEqual([{ visibility: 'unlisted' }]);
  });

  it.each([
    ['hidden', 'becomes hidden when removed from it', 'hidden', { is_active: false }],
    ['scheduled', 'becomes hidden when removed from it', 'hidden', { publish_at: '2999-01-01T00:00:00.000Z' }],
    ['hidden', 'is published if selected', 'public', { is_active: false }],
  ])('with a last gallery that is %s, the photo %s', async (_state, _, visibility, gallery) => {
    const { user, api, dialog } = await open('/admin/photos', gallery);
    api.respond(route, () => ({ photo }));
    const note = /It is in no other gallery: it will be hidden/;
    const isHidden = () => dialog.getByRole<HTMLInputElement>('radio', { name: 'Hidden' }).checked;

    const slackWater = await dialog.findByLabelText('Slack Water');
    await user.click(slackWater);
    expect(await dialog.findByText(note)).toBeVisible();
    expect(isHidden()).toBe(true);
    await user.click(slackWater);
    expect(dialog.queryByText(note)).toBeNull();
    expect(isHidden()).toBe(false);
    await user.click(slackWater);
    if (visibility === 'public') await user.click(dialog.getByRole('radio', { name: 'Public' }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route)).toEqual([{ visibility, gallery_ids: [] }]);
  });

  it.each([
    ['before its last gallery is removed', ['Unlisted', 'Slack Water', 'Slack Water']],
    ['after that', ['Slack Water', 'Unlisted', 'Slack Water']],
  ])('keeps a visibility that is chosen %s, when the gallery returns', async (_, [first, ...next]) => {
    const { user, dialog } = await open('/admin/photos', { is_active: false });

    await user.click(await dialog.findByLabelText(first!));
    for (const label of next) await user.click(dialog.getByLabelText(label));

    expect(dialog.getByRole('radio', { name: 'Unlisted' })).toBeChecked();
  });

  it.each([
    ['at its field', () => failing('request.invalid', { title: 'Title is too long' }), 'Title is too long'],
    ['below the form', () => failing('photo.not-found'), 'Photo not found'],
    ['as the default text', () => new FakeResponse(500, undefined), 'Failed to update photo'],
  ])('shows the error %s, and preserves the input', async (_, response, message) => {
    const { user, api, dialog } = await open();
    api.respond(route, response);

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour!');
  });

  it('restores the input after a new sign-in', async () => {
    const page = await open();
    const { user, api, dialog } = page;
    await user.type(dialog.getByLabelText('Title'), ' at dawn');
    api.respond(route, () => failing('auth.required'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    await signInAgain(page);

    const again = within(await screen.findByRole('dialog', { name: 'Edit Photo' }));
    expect(await again.findByLabelText('Title')).toHaveValue('Harbour at dawn');
    api.respond(route, () => ({ photo: { ...photo, title: 'Harbour at dawn' } }));
    await user.click(again.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route).at(-1)).toEqual({ title: 'Harbour at dawn' });
  });

  /** Starts a save, and opens the next photo before the response. */
  const leaveWhileSaving = async () => {
    const page = await open();
    let respond = (_: unknown) => {};
    page.api.respond(route, () => new Promise((resolve) => (respond = resolve)));
    await page.user.type(page.dialog.getByLabelText('Title'), '!');
    await page.user.click(page.dialog.getByRole('button', { name: 'Save Changes' }));
    await page.user.click(page.dialog.getByRole('button', { name: 'Next photo' }));
    await page.user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.dialog.getByLabelText('Title')).toHaveValue('Pier'));
    return { ...page, finish: (response: unknown) => act(async () => respond(response)) };
  };

  it('does not close another dialog after its save', async () => {
    const { dialog, address, finish } = await leaveWhileSaving();

    await finish({ photo: { ...photo, title: 'Harbour!' } });

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(dialog.getByLabelText('Title')).toHaveValue('Pier');
    expect(address()).toBe(`/admin/photos?edit=${next.id}`);
    expect(screen.getByRole('listitem', { name: 'Harbour!', hidden: true })).toBeInTheDocument();
  });

  it('reports a failure after it was closed', async () => {
    const { dialog, finish } = await leaveWhileSaving();

    await finish(new FakeResponse(500, undefined));

    expect(await screen.findByText('Failed to update photo')).toBeInTheDocument();
    expect(dialog.getByLabelText('Title')).toHaveValue('Pier');
  });

  it('requires a title', async () => {
    const { user, api, dialog } = await open();

    await user.clear(dialog.getByLabelText('Title'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(api.bodiesOf(route)).toEqual([]);
  });

  /** Opens the dialog with the photo of the list; the response for the photo waits for the test. */
  const openBefore = async (details: Partial<PhotoView> = {}) => {
    let respond = (_: unknown) => {};
    const page = renderSignedIn('/admin/photos', {
      'GET /photos': () => aPhotoList([photo]),
      [`GET /photos/${photo.id}`]: () => new Promise((resolve) => (respond = resolve)),
      'GET /galleries': () => aGalleryList([slack, high]),
    });
    await card('Harbour');
    await page.user.click(screen.getByRole('button', { name: 'Edit Harbour' }));
    const fresher = {
      ...photo,
      title: 'Old harbour',
      description: 'After dusk',
      width: 7000,
      height: 5000,
      ...details,
    };
    const receiveUpdate = () => {
      page.api.respond(`GET /photos/${photo.id}`, () => ({ photo: fresher }));
      respond({ photo: fresher });
    };
    return { ...page, dialog: within(screen.getByRole('dialog')), receiveUpdate };
  };

  it('takes over updates from the server, except for typed fields', async () => {
    const { user, dialog, receiveUpdate } = await openBefore();
    await user.type(dialog.getByLabelText('Title'), '!');

    await act(async () => receiveUpdate());

    await waitFor(() => expect(dialog.getByLabelText('Description')).toHaveValue('After dusk'));
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour!');
  });

  it('sends a field that was reverted after a save with a lost response', async () => {
    const { user, api, dialog } = await open();
    const saved = { ...photo, title: 'Harbour!' };
    api.respond(route, unreachable);
    await user.type(dialog.getByLabelText('Title'), '!');
    jest.useFakeTimers({ advanceTimers: true });
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText(unreached('Failed to update photo'))).toBeVisible();
    // The server has saved it, as the next refetch shows.
    api.respond(`GET /photos/${photo.id}`, () => ({ photo: { ...saved, description: 'After dusk' } }));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    jest.useRealTimers();
    await waitFor(() => expect(dialog.getByLabelText('Description')).toHaveValue('After dusk'));

    api.respond(route, () => ({ photo }));
    await user.type(dialog.getByLabelText('Title'), '{Backspace}');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route).at(-1)).toEqual({ title: 'Harbour' });
  });

  it('adds the selected galleries to those added elsewhere', async () => {
    const { user, api, dialog, receiveUpdate } = await openBefore({ galleries: [slack, elsewhere] });
    await user.click(await dialog.findByLabelText('High Ground'));

    await act(async () => receiveUpdate());
    await waitFor(() => expect(dialog.getByLabelText('Description')).toHaveValue('After dusk'));
    api.respond(route, () => ({ photo }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route)).toEqual([{ gallery_ids: [slack.id, high.id, elsewhere.id] }]);
  });

  it('preserves input typed while an update arrives', async () => {
    const { user, api, dialog, receiveUpdate } = await openBefore();
    const title = dialog.getByLabelText('Title');
    // Between React's commit and its effects.
    const moment = new Promise<void>((resolve) =>
      new MutationObserver(() => {
        if (!dialog.queryByText('7000 × 5000 pixels')) return;
        fireEvent.input(title, { target: { value: '' } });
        resolve();
      }).observe(screen.getByRole('dialog'), { characterData: true, subtree: true }),
    );

    receiveUpdate();
    await waitFor(() => moment);
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(title).toHaveValue('');
    expect(api.bodiesOf(route)).toEqual([]);
  });

  it('confirms before changes are discarded, also for the next photo', async () => {
    const { user, dialog } = await open();
    await user.type(dialog.getByLabelText('Title'), '!');

    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour!');
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));

    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Pier'));
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Pier');
    await user.click(dialog.getByRole('button', { name: 'Previous photo' }));
    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Harbour'));
  });

  it('closes with Back and reopens with Forward', async () => {
    const { go, address, dialog, user } = await open();
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Pier'));

    await go(-1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/admin/photos');
    await go(1);

    const again = within(await screen.findByRole('dialog', { name: 'Edit Photo' }));
    expect(again.getByLabelText('Title')).toHaveValue('Pier');
  });

  it('is not in the history after it was closed', async () => {
    const { user, go, address, dialog } = await open();

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/admin/photos');
    await go(-1);

    expect(address()).toBe('/');
  });

  it('opens by its address, also for a photo outside of the list', async () => {
    const far = aPhoto({ title: 'Far down' });
    renderSignedIn(`/admin/photos?edit=${far.id}`, { [`GET /photos/${far.id}`]: () => ({ photo: far }) });

    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Photo' }));
    expect(await dialog.findByLabelText('Title')).toHaveValue('Far down');
  });

  it('searches among many galleries', async () => {
    const galleries = Array.from({ length: 9 }, (_, index) => aGallery({ title: `Gallery number ${index + 1}` }));
    const { user } = renderSignedIn(`/admin/photos?edit=${photo.id}`, {
      [`GET /photos/${photo.id}`]: () => ({ photo }),
      'GET /galleries': () => aGalleryList(galleries),
    });

    await user.type(await screen.findByLabelText('Find a gallery'), 'NUMBER 7');

    expect(screen.getByLabelText('Gallery number 7')).toBeVisible();
    expect(screen.queryByLabelText('Gallery number 1')).toBeNull();
  });

  it('offers a retry after the galleries failed to load', async () => {
    const { user, api } = renderSignedIn(`/admin/photos?edit=${next.id}`, {
      [`GET /photos/${next.id}`]: () => ({ photo: next }),
      'GET /galleries': () => new FakeResponse(400, null),
    });
    const galleries = within(await screen.findByRole('group', { name: 'Galleries' }));
    expect(await galleries.findByRole('alert')).toHaveTextContent('Failed to load galleries');
    expect(galleries.queryByText('No galleries found')).toBeNull();

    api.respond('GET /galleries', () => aGalleryList([]));
    await user.click(galleries.getByRole('button', { name: 'Try Again' }));

    expect(await galleries.findByText('No galleries found')).toBeVisible();
    expect(galleries.queryByRole('alert')).toBeNull();
  });
});
