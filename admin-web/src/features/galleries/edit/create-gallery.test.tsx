import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, getConfig, screen, waitFor, within } from '@testing-library/react';
import { aGallery, aGalleryList, aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { openCreateDialog } from '../../../../test/gallery-dialog.ts';
import { signInAgain } from '../../../../test/sign-in-again.ts';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the dialog for a new gallery', () => {
  it('proposes the URL identifier until one is typed', async () => {
    const { user, dialog } = await openCreateDialog();
    const [title, slug] = [dialog.getByLabelText('Title'), dialog.getByLabelText('URL Identifier')];

    await user.type(title, 'Slack Wäter');
    expect(slug).toHaveValue('slack-waeter');
    await user.clear(slug);
    await user.type(slug, 'tides');
    await user.type(title, ' 2026');
    expect(slug).toHaveValue('tides');
    await user.clear(slug);
    await user.type(title, '!');

    expect(slug).toHaveValue('slack-waeter-2026');
  });

  it('requires a photo', async () => {
    const { pick, submit, dialog } = await openCreateDialog();

    expect(submit()).toBeDisabled();
    expect(dialog.getByText('None selected')).toBeVisible();
    expect(dialog.getByText('Please select at least one photo for the gallery')).toBeVisible();
    await pick('Ridge');

    expect(submit()).toBeEnabled();
    expect(dialog.getByText('1 selected')).toBeVisible();
    expect(dialog.queryByText('Please select at least one photo for the gallery')).toBeNull();
  });

  it('requires title and URL identifier', async () => {
    const { user, pick, submit, dialog } = await openCreateDialog();

    await pick('Ridge');
    await user.click(submit());

    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(dialog.getByText('URL Identifier is required')).toBeVisible();
    await user.type(dialog.getByLabelText('URL Identifier'), 'Not Right');
    expect(
      await dialog.findByText('URL Identifier can only contain lowercase letters, numbers, and hyphens'),
    ).toBeVisible();
  });

  it('sends texts and order, confirms with a toast and closes', async () => {
    const { user, api, photos, dialog, pick, submit, address } = await openCreateDialog();
    const [harbour, , meadow] = photos;

    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await user.type(dialog.getByLabelText('Description'), 'Four winters');
    await pick('Meadow');
    await pick('Harbour');
    await user.click(submit());

    expect(await screen.findByText('Gallery created successfully!')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/admin/galleries');
    expect(api.bodiesOf('POST /galleries')).toEqual([
      {
        title: 'Slack Water',
        slug: 'slack-water',
        description: 'Four winters',
        visibility: 'public',
        publish_at: null,
        unpublish_at: null,
        opening: 'plain',
        cover_photo_id: null,
        layout: 'masonry',
        interludes: [],
        photo_ids: [meadow!.id, harbour!.id],
      },
    ]);
  });

  it('creates a private gallery with a password', async () => {
    const { user, api, dialog, pick, submit } = await openCreateDialog();

    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    const choice = within(dialog.getByRole('group', { name: 'Visibility' }));
    expect(choice.getByRole('radio', { name: 'Public' })).toBeChecked();
    expect(choice.queryByLabelText('Password')).toBeNull();
    await user.click(choice.getByRole('radio', { name: 'Private' }));
    await user.type(choice.getByLabelText('Password'), 'short');
    await user.click(submit());
    expect(await choice.findByText('Password must be at least 6 characters')).toBeVisible();
    await user.type(choice.getByLabelText('Password'), ' tide');
    await user.click(submit());

    expect(await screen.findByText('Gallery created successfully!')).toBeInTheDocument();
    expect(api.bodiesOf('POST /galleries')).toMatchObject([{ visibility: 'private', password: 'short tide' }]);
  });

  it('neither checks nor saves the password of a visibility that was left', async () => {
    const { user, api, dialog, pick, submit } = await openCreateDialog();
    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await user.click(dialog.getByRole('radio', { name: 'Private' }));
    await user.type(dialog.getByLabelText('Password'), 'short');
    await user.click(dialog.getByRole('radio', { name: 'Public' }));
    await user.click(submit());

    expect(await screen.findByText('Gallery created successfully!')).toBeInTheDocument();
    expect(api.bodiesOf('POST /galleries')[0]).not.toHaveProperty('password');
  });

  it('cannot be submitted twice', async () => {
    const { user, api, dialog, pick, submit } = await openCreateDialog({
      'POST /galleries': () => new Promise(() => {}),
    });

    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await user.click(submit());

    const creating = await dialog.findByRole('button', { name: 'Creating...' });
    expect(creating).toHaveAttribute('aria-disabled', 'true');
    expect(creating).toHaveFocus();
    await user.click(creating);
    await user.type(dialog.getByLabelText('Title'), '{Enter}');

    expect(api.bodiesOf('POST /galleries')).toHaveLength(1);
  });

  /** Types and selects a photo during the save of a new gallery. */
  async function typeDuringSave() {
    let respond = (_: unknown) => {};
    const page = await openCreateDialog({
      'POST /galleries': () => new Promise((resolve) => (respond = resolve)),
    });
    const { user, api, dialog, pick, submit } = page;
    const gallery = aGallery({ id: 7, title: 'Slack Water', slug: 'slack-water' });
    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await user.click(submit());
    await dialog.findByRole('button', { name: 'Creating...' });
    await user.type(dialog.getByLabelText('Title'), ' 2026');
    await pick('Harbour');
    api.respond('GET /galleries', () => aGalleryList([gallery]));
    respond(new FakeResponse(201, { gallery }, '"1"'));
    await screen.findByRole('dialog', { name: 'Edit Gallery' });
    return { ...page, gallery };
  }

  it('becomes the Edit dialog when text is typed during the save', async () => {
    const { user, api, photos, dialog, address, gallery } = await typeDuringSave();
    api.respond('PUT /galleries/7', () => ({ gallery }));

    expect(await screen.findByText('Gallery created successfully!')).toBeInTheDocument();
    await waitFor(() => expect(address()).toBe('/admin/galleries?edit=7'));
    expect(dialog.getByLabelText('Title')).toHaveValue('Slack Water 2026');
    expect(dialog.getByLabelText('URL Identifier')).toHaveValue('slack-water');
    await user.click(dialog.getByRole('button', { name: 'Update Gallery' }));

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [harbour, , meadow] = photos.map(({ id }) => id);
    expect(api.bodiesOf('POST /galleries')).toHaveLength(1);
    expect(api.bodiesOf('PUT /galleries/7')).toMatchObject([
      { title: 'Slack Water 2026', photo_ids: [meadow, harbour], photo_ids_before: [meadow] },
    ]);
    expect(api.ifMatchOf('PUT /galleries/7')).toEqual(['"1"']);
    expect(address()).toBe('/admin/galleries');
  });

  it('restores input from during the save after a new sign-in', async () => {
    const { user, api, photos, dialog, gallery } = await typeDuringSave();
    const [harbour, , meadow] = photos;
    api.respond('PUT /galleries/7', () => failing('auth.required'));
    api.respond('GET /galleries/slack-water', () => ({
      ...{ gallery, photos: [meadow], interludes: [], next_cursor: null, total: 1 },
    }));
    api.respond(`GET /photos/${harbour!.id}`, () => ({ photo: harbour }));
    await user.click(dialog.getByRole('button', { name: 'Update Gallery' }));
    await signInAgain({ user, api });

    expect(await screen.findByRole('dialog', { name: 'Edit Gallery' })).toBeVisible();
    expect(await screen.findByLabelText('Title')).toHaveValue('Slack Water 2026');
    expect(await screen.findByRole('button', { name: 'Move Harbour, number 2' })).toBeVisible();
  });

  it('shows at the URL identifier that it is taken, and preserves the input', async () => {
    const { user, dialog, pick, submit, order } = await openCreateDialog({
      'POST /galleries': () => failing('gallery.slug-taken'),
    });

    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await user.click(submit());

    expect(await dialog.findByText('URL Identifier is already in use')).toBeVisible();
    expect(dialog.getByLabelText('URL Identifier')).toHaveAccessibleDescription(/URL Identifier is already in use/);
    expect(dialog.getByLabelText('URL Identifier')).toHaveFocus();
    expect(dialog.getByLabelText('Title')).toHaveValue('Slack Water');
    expect(order()).toEqual(['Meadow']);
  });

  it('marks a selected photo that was deleted, and saves without it', async () => {
    const { user, api, photos, dialog, pick, submit, moveButton } = await openCreateDialog({
      'POST /galleries': () => failing('gallery.unknown-photo'),
    });
    const [harbour, ridge] = photos;
    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await pick('Harbour');

    // A photo missing on the first page may be on a later one.
    api.respond('GET /photos', ({ query }) =>
      query.get('cursor') ? aPhotoList([harbour!]) : aPhotoList([ridge!], 'more'),
    );
    await user.click(submit());
    expect(await dialog.findByText('Deleted')).toBeVisible();
    expect(dialog.getByText('One of the selected photos does not exist any more')).toBeVisible();
    expect(moveButton('Meadow')).toHaveAccessibleName('Move Meadow, number 1, cover, deleted');
    expect(moveButton('Harbour')).toHaveAccessibleName('Move Harbour, number 2');

    api.respond('POST /galleries', () => new FakeResponse(201, { gallery: aGallery() }));
    await user.click(dialog.getByRole('button', { name: 'Remove Meadow' }));
    await user.click(submit());

    expect(await screen.findByText('Gallery created successfully!')).toBeInTheDocument();
    expect(api.bodiesOf('POST /galleries').at(-1)).toMatchObject({ photo_ids: [harbour!.id] });
  });

  it('shows a default error without a message of the API', async () => {
    const { user, dialog, pick, submit } = await openCreateDialog({
      'POST /galleries': () => new FakeResponse(500, undefined),
    });

    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await user.click(submit());

    expect(await dialog.findByText('Failed to create gallery')).toBeVisible();
  });

  it('shows the gallery in the table after a save whose response was lost', async () => {
    let galleries = [aGallery({ title: 'High Ground' })];
    const { user, dialog, pick, submit } = await openCreateDialog({
      'GET /galleries': () => aGalleryList(galleries),
      'POST /galleries': () => {
        galleries = [...galleries, aGallery({ title: 'Slack Water' })];
        return unreachable();
      },
    });

    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    jest.useFakeTimers({ advanceTimers: true });
    await user.click(submit());

    expect(await dialog.findByText(unreached('Failed to create gallery'))).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByRole('row', { name: /Slack Water/, hidden: true })).toBeInTheDocument();
  });

  it('confirms before the selection is discarded', async () => {
    const { user, dialog, pick } = await openCreateDialog();

    await pick('Meadow');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByText('1 selected')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Discard' }));

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('confirms also after an Escape right after a change', async () => {
    const { dialog } = await openCreateDialog();

    // As in a browser: the key event does not wait for React's effects.
    await getConfig().asyncWrapper(async () => {
      const title = dialog.getByLabelText<HTMLInputElement>('Title');
      title.setRangeText('Slack Water');
      title.dispatchEvent(new Event('input', { bubbles: true }));
      await Promise.resolve();
      screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    });

    expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
  });

  it('restores its input after a new sign-in', async () => {
    const page = await openCreateDialog({ 'POST /galleries': () => failing('auth.required') });
    const { user, api, dialog, pick, submit, photos } = page;
    const [harbour, , meadow] = photos;
    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await user.clear(dialog.getByLabelText('URL Identifier'));
    await user.type(dialog.getByLabelText('URL Identifier'), 'tides');
    await pick('Meadow');
    await pick('Harbour');
    await user.click(submit());

    await screen.findByLabelText('Email');
    // The selected photos are no longer on the first page.
    api.respond('GET /photos', () => aPhotoList([aPhoto({ title: 'Newer' })], 'more'));
    for (const { id } of [harbour!, meadow!]) api.respond(`GET /photos/${id}`, () => new FakeResponse(400, undefined));
    await signInAgain(page);

    expect(await screen.findByRole('dialog', { name: 'Create Gallery' })).toBeVisible();
    expect(await screen.findByText('Failed to fetch photos')).toBeVisible();
    for (const photo of [harbour!, meadow!]) api.respond(`GET /photos/${photo.id}`, () => ({ photo }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByLabelText('Title')).toHaveValue('Slack Water');
    expect(await screen.findByRole('button', { name: 'Move Meadow, number 1, cover' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Move Harbour, number 2' })).toBeVisible();
    await user.type(screen.getByLabelText('Title'), '!');
    expect(screen.getByLabelText('URL Identifier')).toHaveValue('tides');
  });

  it('closes at once without changes, and opens with a shortcut', async () => {
    const { user } = await openCreateDialog({ 'GET /galleries': () => aGalleryList([aGallery()]) });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.keyboard('a');

    expect(screen.getByRole('dialog', { name: 'Create Gallery' })).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveFocus();
  });
});
