import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { findConflictDialog } from '../../../../test/conflict-dialog.ts';
import { aGallery, aGalleryList, aPhoto } from '../../../../test/factories.ts';
import { FakeResponse, failing, unreachable } from '../../../../test/fake-api.ts';
import { openEditDialog } from '../../../../test/gallery-dialog.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../test/sign-in-again.ts';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the dialog of a saved gallery', () => {
  it('starts with the saved values, and sends all of them', async () => {
    const { user, api, dialog, photos, save, order, submit } = await openEditDialog();

    expect(dialog.getByLabelText('Title')).toHaveValue('Slack Water');
    expect(dialog.getByLabelText('URL Identifier')).toHaveValue('slack-water');
    expect(dialog.getByLabelText('Description')).toHaveValue('Four winters');
    expect(dialog.getByRole('radio', { name: 'Public' })).toBeChecked();
    expect(order()).toEqual(['Harbour', 'Ridge', 'Meadow']);
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.clear(dialog.getByLabelText('Description'));
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodiesOf(save)).toEqual([
      {
        title: 'Slack Water!',
        slug: 'slack-water',
        visibility: 'public',
        publish_at: null,
        unpublish_at: null,
        opening: 'plain',
        cover_photo_id: null,
        layout: 'masonry',
        interludes: [],
        photo_ids: photos.map(({ id }) => id),
        photo_ids_before: photos.map(({ id }) => id),
      },
    ]);
  });

  it('keeps the password of a private gallery unless a new one is typed', async () => {
    const gallery = aGallery({ slug: 'slack-water', visibility: 'private', is_active: false, has_password: true });
    const { user, api, dialog, save, submit } = await openEditDialog({}, undefined, gallery);

    expect(dialog.getByRole('radio', { name: 'Private' })).toBeChecked();
    expect(dialog.getByLabelText('Password')).toHaveValue('');
    expect(dialog.getByText(/^Empty keeps the present password/)).toBeVisible();
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(save)).toMatchObject([{ visibility: 'private' }]);
    expect(api.bodiesOf(save)[0]).not.toHaveProperty('password');
  });

  it('sends no password with a visibility merged from elsewhere', async () => {
    const gallery = aGallery({ slug: 'slack-water', visibility: 'private', is_active: false, has_password: true });
    const { user, api, dialog, photos, save, submit } = await openEditDialog({}, undefined, gallery);
    const newer = { ...gallery, visibility: 'hidden' };
    const current = { gallery: newer, photo_ids: photos.map(({ id }) => id), interludes: [] };
    const responses = [failing('request.outdated', undefined, current, '"2"'), { gallery: newer }];
    api.respond(save, () => responses.shift());
    await user.type(dialog.getByLabelText('Password'), 'slack tide');
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(save)).toMatchObject([{ password: 'slack tide' }, { visibility: 'hidden' }]);
    expect(api.bodiesOf(save)[1]).not.toHaveProperty('password');
  });

  it('clears the password when a conflict ends with another visibility', async () => {
    const { user, api, dialog, gallery, photos, save, submit } = await openEditDialog();
    const newer = { ...gallery, visibility: 'hidden', is_active: false };
    const current = { gallery: newer, photo_ids: photos.map(({ id }) => id), interludes: [] };
    api.respond(save, () => failing('request.outdated', undefined, current, '"2"'));
    await user.click(dialog.getByRole('radio', { name: 'Private' }));
    await user.type(dialog.getByLabelText('Password'), 'slack tide');
    await user.click(submit());
    await user.click((await findConflictDialog()).button('Use the newer one'));

    await waitFor(() => expect(dialog.getByRole('radio', { name: 'Hidden' })).toBeChecked());
    await user.click(dialog.getByRole('radio', { name: 'Private' }));
    expect(dialog.getByLabelText('Password')).toHaveValue('');
  });

  it('saves that the public page opens with the cover', async () => {
    const { user, api, dialog, save, submit } = await openEditDialog();

    await user.click(dialog.getByRole('switch', { name: 'Open with the cover' }));
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(save)).toMatchObject([{ opening: 'cover' }]);
  });

  it('never changes the URL identifier by itself, not even an empty one', async () => {
    const { user, dialog } = await openEditDialog();
    const slug = dialog.getByLabelText('URL Identifier');

    await user.type(dialog.getByLabelText('Title'), ' 2026');
    expect(slug).toHaveValue('slack-water');
    await user.clear(slug);
    await user.type(dialog.getByLabelText('Title'), '!');

    expect(slug).toHaveValue('');
  });

  it('loads the photos of all pages', async () => {
    const [first, second] = [aPhoto({ title: 'First' }), aPhoto({ title: 'Second' })];
    const gallery = aGallery({ title: 'Slack Water', slug: 'slack-water' });
    const { order } = await openEditDialog({
      'GET /galleries/slack-water': ({ query }) =>
        query.get('cursor')
          ? { gallery, photos: [second], interludes: [], next_cursor: null, total: 2 }
          : { gallery, photos: [first], interludes: [], next_cursor: 'more', total: 2 },
    });

    expect(order()).toEqual(['First', 'Second']);
  });

  it('preserves the input when the gallery was deleted elsewhere', async () => {
    const { user, api, dialog, save, submit } = await openEditDialog();
    api.respond(save, () => failing('gallery.not-found'));
    api.respond('GET /galleries', () => aGalleryList([]));

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());

    expect(await dialog.findByText('Gallery not found')).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveValue('Slack Water!');
  });

  it('is busy during the save, then shows a default error when the API sends no message', async () => {
    let respond = (_: unknown) => {};
    const { user, api, dialog, save, submit } = await openEditDialog();
    api.respond(save, () => new Promise((resolve) => (respond = resolve)));

    await user.click(submit());
    expect(await dialog.findByRole('button', { name: 'Updating...' })).toBeVisible();
    respond(new FakeResponse(500, undefined));

    expect(await dialog.findByText('Failed to update gallery')).toBeVisible();
  });

  it('sends the photos that it started with, so that only those removed here are removed', async () => {
    const { user, api, dialog, photos, save, submit } = await openEditDialog();
    const [harbour, ridge, meadow] = photos.map(({ id }) => id);

    await user.click(dialog.getByRole('button', { name: 'Remove Ridge' }));
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(save)).toMatchObject([
      { photo_ids: [harbour, meadow], photo_ids_before: [harbour, ridge, meadow] },
    ]);
  });

  it.each([
    ['a hidden gallery', { is_active: false }],
    ['a gallery whose time is over', { unpublish_at: '2026-01-01T00:00:00.000Z' }],
  ])('counts photos whose only gallery is %s when they are removed, and offers to publish them', async (_, state) => {
    const gallery = aGallery({ title: 'Slack Water', slug: 'slack-water', ...state });
    const [onlyHere, alsoElsewhere] = [[gallery], [gallery, aGallery()]];
    const photos = ['Harbour', 'Ridge', 'Meadow'].map((title) =>
      aPhoto({ title, galleries: title === 'Meadow' ? alsoElsewhere : onlyHere }),
    );
    const routes = {
      'GET /galleries/slack-water': () => ({ gallery, photos, interludes: [], next_cursor: null, total: 3 }),
    };
    const { user, api, dialog, save, submit } = await openEditDialog(routes, undefined, gallery);
    const note = '1 photo is in no other gallery and will be hidden.';

    await user.click(dialog.getByRole('button', { name: 'Remove Meadow' }));
    expect(dialog.queryByText(note)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Remove Ridge' }));
    expect(await dialog.findByText(note)).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'Publish it' }));
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(save)).toMatchObject([{ photo_ids: [photos[0]!.id], publish_removed: true }]);
  });

  it('closes without a confirmation after a change is reverted, for a hidden gallery too', async () => {
    const gallery = aGallery({ title: 'Slack Water', slug: 'slack-water', is_active: false });
    const { user, dialog } = await openEditDialog({}, undefined, gallery);

    await user.type(dialog.getByLabelText('Title'), 's{Backspace}');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('does not warn about a photo added elsewhere, after a lost response', async () => {
    const { user, api, dialog, gallery, photos, save, submit } = await openEditDialog();
    api.respond(save, unreachable);
    api.respond('GET /galleries/slack-water', () => ({
      gallery: { ...gallery, visibility: 'hidden', is_active: false },
      photos: [...photos, aPhoto()],
      interludes: [],
      next_cursor: null,
      total: 4,
    }));

    jest.useFakeTimers({ advanceTimers: true });
    await user.click(submit());
    await act(() => jest.advanceTimersByTimeAsync(1_000));

    // Preview links are shown only for a gallery that is not public: the refetched one has arrived.
    expect(await dialog.findByText('Preview links')).toBeVisible();
    expect(dialog.queryByText(/in no other gallery/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Remove Ridge' }));
    expect(await dialog.findByText('1 photo is in no other gallery and will be hidden.')).toBeVisible();
  });

  it('does not warn about a photo added elsewhere, in a draft restored after signing in again', async () => {
    const gallery = aGallery({ title: 'Slack Water', slug: 'slack-water', visibility: 'hidden', is_active: false });
    const { user, api, dialog, photos, save, submit } = await openEditDialog({}, undefined, gallery);
    api.respond(save, () => failing('auth.required'));
    api.respond('GET /galleries/slack-water', () => ({
      gallery,
      photos: [...photos, aPhoto({ galleries: [gallery] })],
      interludes: [],
      next_cursor: null,
      total: 4,
    }));
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());

    await signInAgain({ user, api });

    expect(await screen.findByLabelText('Title')).toHaveValue('Slack Water!');
    expect(screen.queryByText(/in no other gallery/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove Ridge' }));
    expect(await screen.findByText('1 photo is in no other gallery and will be hidden.')).toBeVisible();
  });

  it('warns when a photo that came in with a resolved conflict is removed', async () => {
    const gallery = aGallery({ title: 'Slack Water', slug: 'slack-water', visibility: 'hidden', is_active: false });
    const gull = aPhoto({ title: 'Gull', galleries: [gallery] });
    const routes = { [`GET /photos/${gull.id}`]: () => ({ photo: gull }) };
    const { user, api, dialog, photos, save, submit } = await openEditDialog(routes, undefined, gallery);
    const current = {
      gallery: { ...gallery, title: 'Ebb' },
      photo_ids: [...photos, gull].map(({ id }) => id),
      interludes: [],
    };
    api.respond(save, () => failing('request.outdated', undefined, current, '"2"'));
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());
    await user.click((await findConflictDialog()).button('Use the newer one'));

    await user.click(await dialog.findByRole('button', { name: 'Remove Gull' }));

    expect(await dialog.findByText('1 photo is in no other gallery and will be hidden.')).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Publish it' })).toBeVisible();
  });

  it('names both covers in a conflict, even if one is a photo added elsewhere', async () => {
    const { user, api, dialog, gallery, photos, moveButton, save, submit } = await openEditDialog();
    const added = aPhoto({ title: 'Pier' });
    const photo_ids = photos.map(({ id }) => id);
    const newer = { gallery: { ...gallery, cover_photo_id: added.id }, photo_ids, interludes: [] };
    api.respond(`GET /photos/${added.id}`, () => ({ photo: added }));
    api.respond(save, () => failing('request.outdated', undefined, newer, '"2"'));
    act(() => moveButton('Ridge').focus());
    await user.click(dialog.getByRole('button', { name: 'Use as cover' }));

    await user.click(submit());

    const question = await findConflictDialog();
    await waitFor(() => expect(question.valuesOf('Cover')).toEqual(['Ridge', 'Pier']));
  });

  it('stays open when text is typed during the save, and saves it next', async () => {
    let respond = (_: unknown) => {};
    const { user, api, dialog, gallery, save, submit } = await openEditDialog();
    const title = dialog.getByLabelText('Title');
    api.respond(save, () => new Promise((resolve) => (respond = resolve)));
    await user.type(title, '!');
    await user.click(submit());
    await dialog.findByRole('button', { name: 'Updating...' });
    await user.type(title, '?');
    respond(new FakeResponse(200, { gallery: { ...gallery, title: 'Slack Water!' } }, '"2"'));

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    const again = await dialog.findByRole('button', { name: 'Update Gallery' });
    expect(title).toHaveValue('Slack Water!?');
    expect(title).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    api.respond(save, () => ({ gallery: { ...gallery, title: 'Slack Water!?' } }));
    await user.click(again);

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodiesOf(save)).toMatchObject([{ title: 'Slack Water!' }, { title: 'Slack Water!?' }]);
    expect(api.ifMatchOf(save)).toEqual([null, '"2"']);
  });

  it('still updates from a refetch after a save during which text was typed', async () => {
    let respond = (_: unknown) => {};
    const { user, api, dialog, gallery, photos, save, submit } = await openEditDialog();
    api.respond(save, () => new Promise((resolve) => (respond = resolve)));
    await user.click(submit());
    await user.type(dialog.getByLabelText('Title'), '!');
    respond(new FakeResponse(200, { gallery }, '"2"'));
    const again = await dialog.findByRole('button', { name: 'Update Gallery' });

    api.respond('GET /galleries/slack-water', () => ({
      gallery: { ...gallery, visibility: 'hidden', is_active: false },
      photos,
      interludes: [],
      next_cursor: null,
      total: 3,
    }));
    api.respond(save, unreachable);
    jest.useFakeTimers({ advanceTimers: true });
    await user.click(again);
    await act(() => jest.advanceTimersByTimeAsync(1_000));

    // Preview links are shown only for a gallery that is not public: the refetched one has arrived.
    expect(await dialog.findByText('Preview links')).toBeVisible();
  });

  it('reports a save that ends after its dialog was closed, and leaves the reopened dialog open', async () => {
    const pendingSaves: ((response: unknown) => void)[] = [];
    const { user, api, gallery, save, submit } = await openEditDialog();
    api.respond(save, () => new Promise((resolve) => pendingSaves.push(resolve)));

    for (const [response, sentence] of [
      [{ gallery }, 'Gallery updated successfully!'],
      [new FakeResponse(500, undefined), 'Failed to update gallery'],
    ] as const) {
      await user.click(
        pendingSaves.length === 0 ? submit() : await screen.findByRole('button', { name: 'Update Gallery' }),
      );
      await waitFor(() => expect(pendingSaves).toHaveLength(sentence.startsWith('Failed') ? 2 : 1));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await user.click(await screen.findByRole('button', { name: 'Edit Slack Water' }));
      await screen.findByLabelText('Title');
      pendingSaves.at(-1)!(response);

      expect(await screen.findByText(sentence)).toBeInTheDocument();
      expect(screen.getByRole('dialog', { name: 'Edit Gallery' })).toBeVisible();
    }
  });

  it('closes at once without changes', async () => {
    const { user, dialog } = await openEditDialog();

    await user.click(dialog.getByRole('button', { name: 'Cancel' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('confirms before the removal of a photo is discarded', async () => {
    const { user, dialog } = await openEditDialog();

    await user.click(dialog.getByRole('button', { name: 'Remove Ridge' }));
    await user.click(dialog.getByRole('button', { name: 'Close' }));

    expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
  });

  it('reports a missing gallery, and offers a retry', async () => {
    const { user, api } = renderSignedIn('/admin/galleries?edit=77', { 'GET /galleries': () => aGalleryList([]) });

    expect(await screen.findByText('Gallery not found')).toBeVisible();
    const gallery = aGallery({ id: 77, title: 'Tides', slug: 'tides' });
    api.respond('GET /galleries', () => aGalleryList([gallery]));
    api.respond('GET /galleries/tides', () => ({ gallery, photos: [], interludes: [], next_cursor: null, total: 0 }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByLabelText('Title')).toHaveValue('Tides');
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  });

  it('saves a typed start and a cleared end of the schedule', async () => {
    const gallery = aGallery({ slug: 'slack-water', unpublish_at: '2026-05-01T08:00:00.000Z' });
    const { user, api, dialog, save, submit } = await openEditDialog({}, undefined, gallery);

    fireEvent.change(dialog.getByLabelText('Publish at'), { target: { value: '2026-04-01T08:00' } });
    expect(dialog.getByLabelText('Unpublish at')).toHaveValue('2026-05-01T08:00');
    fireEvent.change(dialog.getByLabelText('Unpublish at'), { target: { value: '' } });
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(save)).toMatchObject([{ publish_at: '2026-04-01T08:00:00.000Z', unpublish_at: null }]);
  });
});
