import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ERRORS, type GalleryView, type PhotoView } from '@portfolio/contracts';
import { aGallery, aGalleryList, aPhoto, aPhotoList, aUser } from '../../../../test/factories.ts';
import { Answer, failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { card } from '../../../../test/photo-site.ts';
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

  it('asks first, and Cancel leaves everything', async () => {
    const { user, api, photo, confirm } = await open();

    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      'Are you sure you want to delete “Harbour”? Its comments will be deleted too. It will be missing from 2 galleries.',
    );
    await user.click(confirm.getByRole('button', { name: 'Cancel' }));

    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete Harbour' })).toHaveFocus();
    expect(api.bodiesOf(`DELETE /photos/${photo.id}`)).toEqual([]);
  });

  it('is left by Escape too', async () => {
    const { user } = await open();

    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('takes it away at once, says so when it is done, and leaves the focus where it was', async () => {
    const { user, api, photo, confirm } = await open();
    let answer = (_: unknown) => {};
    api.answer(`DELETE /photos/${photo.id}`, () => new Promise((resolve) => (answer = resolve)));

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(titles()).toEqual(['Before', 'After']));
    expect(screen.queryByText('Photo deleted successfully!')).toBeNull();
    expect(screen.getByText('2 photos')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete After' })).toHaveFocus();
    answer({ message: 'Photo deleted successfully!' });

    expect(await screen.findByText('Photo deleted successfully!')).toBeInTheDocument();
    expect(titles()).toEqual(['Before', 'After']);
  });

  it.each([
    ['the server’s message', () => failing('service.unavailable'), ERRORS['service.unavailable'].message],
    ['a sentence of its own', () => new Answer(500, undefined), 'Failed to delete photo'],
    ['that nobody answered', unreachable, unreached('An unexpected error occurred')],
  ])('brings it back and shows %s when it fails', async (_, answer, message) => {
    const { user, api, photo, confirm } = await open();
    api.answer(`DELETE /photos/${photo.id}`, answer);

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(await card('Harbour')).toBeVisible();
    expect(screen.getByText('3 photos')).toBeInTheDocument();
  });

  it.each([
    ['the first page', 'Photo 4'],
    ['a further page', 'Photo 1'],
  ])('counts as the server does when it fails on %s after another has come', async (_, title) => {
    const photos = [4, 3, 2, 1].map((id) => aPhoto({ id, title: `Photo ${id}` }));
    const { user, api, events } = renderSignedIn('/admin/photos', {
      'GET /photos': ({ query }) => {
        const below = photos.filter(({ id }) => id < Number(query.get('cursor') ?? Infinity));
        const next_cursor = below.length > 2 ? String(below[1]!.id) : null;
        return { photos: below.slice(0, 2), next_cursor, total: photos.length };
      },
    });
    let answer = (_: unknown) => {};
    api.answer(`DELETE /photos/${title.at(-1)}`, () => new Promise((resolve) => (answer = resolve)));
    await user.click(await screen.findByRole('button', { name: `Delete ${title}` }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('3 photos');

    photos.unshift(aPhoto({ id: 5, title: 'Photo 5' }));
    await events.emit({ type: 'photo.ready', photo_id: 5 });
    await screen.findByText('5 photos');
    answer(failing('request.too-many'));

    expect(await screen.findByText(ERRORS['request.too-many'].message)).toBeInTheDocument();
    expect(await card(title)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText(/^\d photos$/)).toHaveTextContent('5 photos'));
  });

  it('leaves nothing of one that somebody else has deleted', async () => {
    const { user, api, photo, confirm } = await open();
    api.answer(`DELETE /photos/${photo.id}`, () => failing('photo.not-found'));
    const counted = () => api.calls.filter(({ route }) => route === 'GET /admin/dashboard').length;
    const before = counted();

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Photo not found')).toBeInTheDocument();
    expect(titles()).toEqual(['Before', 'After']);
    expect(screen.getByText('2 photos')).toBeInTheDocument();
    await waitFor(() => expect(counted()).toBeGreaterThan(before));
  });
});

describe('editing a photo', () => {
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

  const open = async (at = '/admin/photos', ofSlack: Partial<GalleryView> = {}) => {
    const page = renderSignedIn(at, {
      'GET /photos': () => aPhotoList([photo, next]),
      [`GET /photos/${photo.id}`]: () => ({ photo }),
      [`GET /photos/${next.id}`]: () => ({ photo: next }),
      'GET /galleries': () => aGalleryList([{ ...slack, ...ofSlack }, high]),
    });
    await card('Harbour');
    if (at === '/admin/photos') await page.user.click(screen.getByRole('button', { name: 'Edit Harbour' }));
    return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Edit Photo' })) };
  };
  const route = `PUT /photos/${photo.id}`;

  it('changes everything that can be changed, and shows it in the list', async () => {
    const { user, api, address, dialog } = await open();
    const saved = { ...photo, title: 'Harbour at dawn', is_for_sale: true, gallery_name: 'High Ground' };
    api.answer(route, () => ({ photo: saved }));

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

  it('saves what has been changed alone: the rest may have been changed elsewhere', async () => {
    const { user, api, dialog } = await open();
    api.answer(route, () => ({ photo }));

    await user.type(dialog.getByLabelText('Description'), ', before the boats');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route)).toEqual([{ description: 'Before dawn, before the boats' }]);
  });

  it('tells what each visibility means, and saves the one that is chosen', async () => {
    const { user, api, dialog } = await open();
    api.answer(route, () => ({ photo: { ...photo, visibility: 'unlisted' } }));

    const unlisted = dialog.getByRole('radio', { name: 'Unlisted' });
    expect(dialog.getByRole('radio', { name: 'Public' })).toBeChecked();
    expect(unlisted).toHaveAccessibleDescription(/Only its own address leads to it/);
    await user.click(unlisted);
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(within(await card('Harbour')).getByText('Unlisted')).toBeVisible();
    expect(api.bodiesOf(route)).toEqual([{ visibility: 'unlisted' }]);
  });

  it.each([
    ['stays hidden', 'hidden'],
    ['is published where that is chosen', 'public'],
  ])('that leaves its last gallery, an inactive one, %s', async (_, visibility) => {
    const { user, api, dialog } = await open('/admin/photos', { is_active: false });
    api.answer(route, () => ({ photo }));
    const note = /It is in no other gallery: it stays hidden/;
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
    ['at its field', () => failing('request.invalid', { title: 'Title is too long' }), 'Title is too long'],
    ['below the form', () => failing('photo.not-found'), 'Photo not found'],
    ['in its own words', () => new Answer(500, undefined), 'Failed to update photo'],
  ])('says why it failed %s, and keeps what was typed', async (_, answer, message) => {
    const { user, api, dialog } = await open();
    api.answer(route, answer);

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour!');
  });

  it('has what was typed when the session ended, after the next sign-in', async () => {
    const { user, api, dialog } = await open();
    await user.type(dialog.getByLabelText('Title'), ' at dawn');
    api.answer(route, () => failing('auth.required'));
    api.answer('POST /auth/login', () => ({ token: 'another-token', user: aUser() }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    await user.type(await screen.findByLabelText('Email'), 'elin@example.org');
    await user.type(screen.getByLabelText('Password'), 'a long enough secret');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));

    const again = within(await screen.findByRole('dialog', { name: 'Edit Photo' }));
    expect(await again.findByLabelText('Title')).toHaveValue('Harbour at dawn');
    api.answer(route, () => ({ photo: { ...photo, title: 'Harbour at dawn' } }));
    await user.click(again.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route).at(-1)).toEqual({ title: 'Harbour at dawn' });
  });

  /** Begins to save, and goes to the next photo before there is an answer. */
  const leaveWhileSaving = async () => {
    const page = await open();
    let answer = (_: unknown) => {};
    page.api.answer(route, () => new Promise((resolve) => (answer = resolve)));
    await page.user.type(page.dialog.getByLabelText('Title'), '!');
    await page.user.click(page.dialog.getByRole('button', { name: 'Save Changes' }));
    await page.user.click(page.dialog.getByRole('button', { name: 'Next photo' }));
    await page.user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.dialog.getByLabelText('Title')).toHaveValue('Pier'));
    return { ...page, answer: (given: unknown) => act(async () => answer(given)) };
  };

  it('leaves the dialog alone that is open once it is saved', async () => {
    const { dialog, address, answer } = await leaveWhileSaving();

    await answer({ photo: { ...photo, title: 'Harbour!' } });

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(dialog.getByLabelText('Title')).toHaveValue('Pier');
    expect(address()).toBe(`/admin/photos?edit=${next.id}`);
    expect(screen.getByRole('listitem', { name: 'Harbour!', hidden: true })).toBeInTheDocument();
  });

  it('says that it failed also when its dialog is gone', async () => {
    const { dialog, answer } = await leaveWhileSaving();

    await answer(new Answer(500, undefined));

    expect(await screen.findByText('Failed to update photo')).toBeInTheDocument();
    expect(dialog.getByLabelText('Title')).toHaveValue('Pier');
  });

  it('takes a photo out of the list that somebody else has deleted', async () => {
    const { user, api, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    api.answer(`GET /photos/${photo.id}`, () => failing('photo.not-found'));

    await user.click(screen.getByRole('button', { name: 'Edit Harbour' }));
    expect(await screen.findByText('Photo not found')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Close' })[1]!);

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('listitem', { name: 'Harbour' })).toBeNull();
    expect(screen.getByText('1 photo')).toBeInTheDocument();
  });

  it('asks for a title before anything is sent', async () => {
    const { user, api, dialog } = await open();

    await user.clear(dialog.getByLabelText('Title'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(api.bodiesOf(route)).toEqual([]);
  });

  /** Opens the dialog with what the list knows; what the server says of the photo comes when it is told to. */
  const openBefore = async (details: Partial<PhotoView> = {}) => {
    let answer = (_: unknown) => {};
    const page = renderSignedIn('/admin/photos', {
      'GET /photos': () => aPhotoList([photo]),
      [`GET /photos/${photo.id}`]: () => new Promise((resolve) => (answer = resolve)),
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
    const arrives = () => {
      page.api.answer(`GET /photos/${photo.id}`, () => ({ photo: fresher }));
      answer({ photo: fresher });
    };
    return { ...page, dialog: within(screen.getByRole('dialog')), arrives };
  };

  it('takes in what the server knows of it, but for what has been typed', async () => {
    const { user, dialog, arrives } = await openBefore();
    await user.type(dialog.getByLabelText('Title'), '!');

    await act(async () => arrives());

    await waitFor(() => expect(dialog.getByLabelText('Description')).toHaveValue('After dusk'));
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour!');
  });

  it('saves what is taken back after it has been saved without an answer', async () => {
    const { user, api, dialog } = await open();
    const saved = { ...photo, title: 'Harbour!' };
    api.answer(route, unreachable);
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText(unreached('Failed to update photo'))).toBeVisible();
    // It has arrived all the same, as the next look shows.
    api.answer(`GET /photos/${photo.id}`, () => ({ photo: { ...saved, description: 'After dusk' } }));
    await waitFor(() => expect(dialog.getByLabelText('Description')).toHaveValue('After dusk'));

    api.answer(route, () => ({ photo }));
    await user.type(dialog.getByLabelText('Title'), '{Backspace}');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route).at(-1)).toEqual({ title: 'Harbour' });
  });

  it('goes to the galleries that were chosen, beside those that it has come to elsewhere', async () => {
    const { user, api, dialog, arrives } = await openBefore({ galleries: [slack, elsewhere] });
    await user.click(await dialog.findByLabelText('High Ground'));

    await act(async () => arrives());
    await waitFor(() => expect(dialog.getByLabelText('Description')).toHaveValue('After dusk'));
    api.answer(route, () => ({ photo }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(route)).toEqual([{ gallery_ids: [slack.id, high.id, elsewhere.id] }]);
  });

  it('loses no word that is typed in the moment in which what the server knows arrives', async () => {
    const { user, api, dialog, arrives } = await openBefore();
    const title = dialog.getByLabelText('Title');
    // Between what React shows and what it does after that.
    const moment = new Promise<void>((resolve) =>
      new MutationObserver(() => {
        if (!dialog.queryByText('7000 × 5000 pixels')) return;
        fireEvent.input(title, { target: { value: '' } });
        resolve();
      }).observe(screen.getByRole('dialog'), { characterData: true, subtree: true }),
    );

    arrives();
    await waitFor(() => moment);
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(title).toHaveValue('');
    expect(api.bodiesOf(route)).toEqual([]);
  });

  it('asks before changes are thrown away, also on the way to the next photo', async () => {
    const { user, dialog } = await open();
    await user.type(dialog.getByLabelText('Title'), '!');

    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour!');
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));

    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Pier'));
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Pier');
    await user.click(dialog.getByRole('button', { name: 'Previous photo' }));
    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Harbour'));
  });

  it('is closed by the way back, and opened again by the way forth', async () => {
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

  it('is not met again on the way back once it is closed', async () => {
    const { user, go, address, dialog } = await open();

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/admin/photos');
    await go(-1);

    expect(address()).toBe('/');
  });

  it('opens by its address, also for a photo that is not in the list', async () => {
    const far = aPhoto({ title: 'Far down' });
    renderSignedIn(`/admin/photos?edit=${far.id}`, { [`GET /photos/${far.id}`]: () => ({ photo: far }) });

    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Photo' }));
    expect(await dialog.findByLabelText('Title')).toHaveValue('Far down');
  });

  it('says so when the photo is there no more', async () => {
    const { user, address } = renderSignedIn('/admin/photos?edit=77', {
      'GET /photos/77': () => failing('photo.not-found'),
    });

    expect(await screen.findByText('Photo not found')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Close' })[1]!);

    await waitFor(() => expect(address()).toBe('/admin/photos'));
  });

  it('finds a gallery among many by its name', async () => {
    const galleries = Array.from({ length: 9 }, (_, index) => aGallery({ title: `Gallery number ${index + 1}` }));
    const { user } = renderSignedIn(`/admin/photos?edit=${photo.id}`, {
      [`GET /photos/${photo.id}`]: () => ({ photo }),
      'GET /galleries': () => aGalleryList(galleries),
    });

    await user.type(await screen.findByLabelText('Find a gallery'), 'NUMBER 7');

    expect(screen.getByLabelText('Gallery number 7')).toBeVisible();
    expect(screen.queryByLabelText('Gallery number 1')).toBeNull();
  });
});
