import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aGallery, aPhoto, aPhotoList } from '../../../test/factories.ts';
import { Answer, failing } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

async function openDialog(create: () => unknown = () => new Answer(201, { gallery: aGallery() })) {
  const photos = ['Harbour', 'Ridge', 'Meadow'].map((title) => aPhoto({ title }));
  const page = renderSignedIn('/admin/galleries', {
    'GET /photos': () => aPhotoList(photos),
    'POST /galleries': create,
  });
  await page.user.click((await screen.findAllByRole('button', { name: 'Create Gallery' }))[0]!);
  const dialog = within(screen.getByRole('dialog', { name: 'Create Gallery' }));
  const choices = within(await dialog.findByRole('list', { name: 'Photos to choose from' }));
  await choices.findByRole('button', { name: 'Harbour' });
  const pick = (name: string | RegExp) => page.user.click(choices.getByRole('button', { name }));
  const submit = () => dialog.getByRole('button', { name: 'Create Gallery' });
  const order = () =>
    within(dialog.getByRole('list', { name: 'Selected photos in order' }))
      .getAllByRole('button', { name: /^Move/ })
      .map((button) => button.getAttribute('aria-label'));
  return { ...page, photos, dialog, choices, pick, submit, order };
}

/** Gives the items of lists places beside one another, which this DOM does not. */
function layOut() {
  jest.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLLIElement) {
    return new DOMRect([...(this.parentElement?.children ?? [])].indexOf(this) * 100, 0, 80, 80);
  });
}

/** Dragging listens to keys, and measures, a moment later. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

afterEach(() => {
  jest.restoreAllMocks();
});

describe('creating a gallery', () => {
  it('proposes the URL identifier until it is edited by hand', async () => {
    const { user, dialog } = await openDialog();
    const [title, slug] = [dialog.getByLabelText('Title'), dialog.getByLabelText('URL Identifier')];

    await user.type(title, 'Slack Wäter');
    expect(slug).toHaveValue('slack-water');
    await user.clear(slug);
    await user.type(slug, 'tides');
    await user.type(title, ' 2026');
    expect(slug).toHaveValue('tides');
    await user.clear(slug);
    await user.type(title, '!');

    expect(slug).toHaveValue('slack-water-2026');
  });

  it('cannot be done without a photo', async () => {
    const { pick, submit, dialog } = await openDialog();

    expect(submit()).toBeDisabled();
    expect(dialog.getByText('None selected')).toBeVisible();
    await pick('Ridge');

    expect(submit()).toBeEnabled();
    expect(dialog.getByText('1 selected')).toBeVisible();
  });

  it('asks for what is missing', async () => {
    const { user, pick, submit, dialog } = await openDialog();

    await pick('Ridge');
    await user.click(submit());

    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(dialog.getByText('URL Identifier is required')).toBeVisible();
    await user.type(dialog.getByLabelText('URL Identifier'), 'Not Right');
    expect(
      await dialog.findByText('URL Identifier can only contain lowercase letters, numbers, and hyphens'),
    ).toBeVisible();
  });

  it('numbers the photos in the order in which they are chosen', async () => {
    const { pick, choices, order } = await openDialog();

    await pick('Meadow');
    await pick('Harbour');
    await pick('Ridge');
    expect(order()).toEqual(['Move Meadow, number 1', 'Move Harbour, number 2', 'Move Ridge, number 3']);
    expect(choices.getByRole('button', { name: 'Meadow, number 1', pressed: true })).toBeVisible();
    await pick('Meadow, number 1');

    expect(order()).toEqual(['Move Harbour, number 1', 'Move Ridge, number 2']);
    expect(choices.getByRole('button', { name: 'Meadow', pressed: false })).toBeVisible();
  });

  it('takes a photo out of the strip', async () => {
    const { user, pick, dialog, order } = await openDialog();

    await pick('Meadow');
    await pick('Harbour');
    await user.click(dialog.getByRole('button', { name: 'Remove Meadow' }));

    expect(order()).toEqual(['Move Harbour, number 1']);
  });

  it('shows larger thumbnails, and a list with titles', async () => {
    const { user, dialog, choices } = await openDialog();
    const picture = () => choices.getAllByRole('button')[0]!.querySelector('img');

    expect(picture()).toHaveAttribute('src', expect.stringContaining('small'));
    await user.click(dialog.getByRole('button', { name: 'Large' }));
    expect(picture()).toHaveAttribute('src', expect.stringContaining('large'));
    await user.click(dialog.getByRole('button', { name: 'List' }));

    expect(dialog.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
    expect(choices.getByText('Harbour', { selector: '.title' })).toBeVisible();
  });

  it('sends the words and the order, says so and closes', async () => {
    const { user, api, photos, dialog, pick, submit } = await openDialog();
    const [harbour, , meadow] = photos;

    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await user.type(dialog.getByLabelText('Description'), 'Four winters');
    await pick('Meadow');
    await pick('Harbour');
    await user.click(submit());

    expect(await screen.findByText('Gallery created successfully!')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.bodiesOf('POST /galleries')).toEqual([
      { title: 'Slack Water', slug: 'slack-water', description: 'Four winters', photo_ids: [meadow!.id, harbour!.id] },
    ]);
  });

  it('cannot be sent twice', async () => {
    const { user, api, dialog, pick, submit } = await openDialog(() => new Promise(() => {}));

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

  it('says at the identifier that it is taken, and keeps everything', async () => {
    const { user, dialog, pick, submit, order } = await openDialog(() => failing('gallery.slug-taken'));

    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await user.click(submit());

    expect(await dialog.findByText('URL Identifier is already in use')).toBeVisible();
    expect(dialog.getByLabelText('URL Identifier')).toHaveAccessibleDescription(/URL Identifier is already in use/);
    expect(dialog.getByLabelText('URL Identifier')).toHaveFocus();
    expect(dialog.getByLabelText('Title')).toHaveValue('Slack Water');
    expect(order()).toEqual(['Move Meadow, number 1']);
  });

  it('shows which selected photo has been deleted meanwhile, and goes through without it', async () => {
    const { user, api, photos, dialog, pick, submit, order } = await openDialog(() => failing('gallery.unknown-photo'));
    const [harbour, ridge] = photos;
    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await pick('Harbour');

    api.answer('GET /photos', () => aPhotoList([harbour!, ridge!]));
    await user.click(submit());
    expect(await dialog.findByText('Deleted')).toBeVisible();
    expect(dialog.getByText('One of the selected photos does not exist any more')).toBeVisible();
    expect(order()).toEqual(['Move Meadow, number 1, which exists no more', 'Move Harbour, number 2']);

    api.answer('POST /galleries', () => new Answer(201, { gallery: aGallery() }));
    await user.click(dialog.getByRole('button', { name: 'Remove Meadow' }));
    await user.click(submit());

    expect(await screen.findByText('Gallery created successfully!')).toBeInTheDocument();
    expect(api.bodiesOf('POST /galleries').at(-1)).toMatchObject({ photo_ids: [harbour!.id] });
  });

  it('keeps a selected photo that a fresher list has further down', async () => {
    const { user, api, photos, dialog, pick, submit, order } = await openDialog(() => failing('gallery.unknown-photo'));
    const [harbour, ridge, meadow] = photos;
    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await pick('Harbour');

    api.answer('GET /photos', () => aPhotoList([harbour!, ridge!], 'more'));
    api.answer(`GET /photos/${meadow!.id}`, () => ({ photo: meadow }));
    await user.click(submit());
    await waitFor(() => expect(api.calls.at(-1)?.route).toBe(`GET /photos/${meadow!.id}`));

    expect(order()).toEqual(['Move Meadow, number 1', 'Move Harbour, number 2']);
    expect(dialog.queryByText('Deleted')).toBeNull();
    layOut();
    act(() => dialog.getByRole('button', { name: 'Move Harbour, number 2' }).focus());
    await user.keyboard(' ');
    await settle();
    await user.keyboard('{ArrowLeft}');
    await settle();
    await user.keyboard(' ');
    await waitFor(() => expect(order()).toEqual(['Move Harbour, number 1', 'Move Meadow, number 2']));
  });

  it('has a sentence of its own where the server has none', async () => {
    const { user, dialog, pick, submit } = await openDialog(() => new Answer(500, undefined));

    await user.type(dialog.getByLabelText('Title'), 'Slack Water');
    await pick('Meadow');
    await user.click(submit());

    expect(await dialog.findByText('Failed to create gallery')).toBeVisible();
  });
});
