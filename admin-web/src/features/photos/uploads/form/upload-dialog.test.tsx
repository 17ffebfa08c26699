import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { drop } from '../../../../../test/drop.ts';
import { aFile, aGallery, aGalleryList, aPhoto, aUser } from '../../../../../test/factories.ts';
import { Answer, failing, unreached } from '../../../../../test/fake-api.ts';
import { fakeUploads, type FakeUpload } from '../../../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../../../test/render-admin.tsx';
import { tokenStore } from '../../../../app/data/token-store.ts';

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
});
afterEach(() => void jest.useRealTimers());

async function openDialog() {
  const gallery = aGallery({ title: 'Slack Water' });
  const page = renderSignedIn('/admin/photos', { 'GET /galleries': () => aGalleryList([gallery]) });
  await page.user.click((await screen.findAllByRole('button', { name: 'Add Photo' }))[0]!);
  const dialog = within(screen.getByRole('dialog', { name: 'Upload Photo' }));
  const submit = () => dialog.getByRole('button', { name: 'Upload Photo' });
  return { ...page, gallery, dialog, submit };
}

/** Opens the dialog with an image chosen and all fields filled in. */
async function openFilled() {
  const page = await openDialog();
  const { user, dialog } = page;
  await user.upload(dialog.getByLabelText('Image'), aFile('harbour.jpg'));
  await user.type(dialog.getByLabelText('Title'), 'Harbour');
  await user.type(dialog.getByLabelText('Description'), 'Before dawn');
  await user.selectOptions(dialog.getByLabelText('Gallery'), 'Slack Water');
  await user.type(dialog.getByLabelText('Selling Price'), '480.50');
  await user.type(dialog.getByLabelText('Alt Text'), 'Boats at a quay');
  await user.click(dialog.getByLabelText('Mark as for sale'));
  return page;
}

describe('the upload of one photo', () => {
  it('needs an image', async () => {
    const { dialog, submit } = await openDialog();

    expect(submit()).toBeDisabled();
    expect(dialog.getByText('JPEG, PNG, GIF, WebP up to 10MB')).toBeVisible();
  });

  it('needs a title', async () => {
    const { user, dialog, submit } = await openDialog();

    await user.upload(dialog.getByLabelText('Image'), aFile());
    await user.click(submit());

    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(uploads).toHaveLength(0);
  });

  it.each([
    ['too large', aFile('big.jpg', { bytes: 10 * 1024 * 1024 + 1 }), 'Image size must be less than 10MB'],
    ['of another format', aFile('scan.tiff', { type: 'image/tiff' }), 'Please upload a JPEG, PNG, GIF or WebP image'],
    ['no image', aFile('notes.txt', { type: 'text/plain' }), 'Please select an image file'],
  ])('refuses a file that is %s', async (_, file, message) => {
    const { dialog, submit } = await openDialog();

    // A drop gets past the picker's filter, and so may this.
    await userEvent.setup({ applyAccept: false }).upload(dialog.getByLabelText('Image'), file);

    expect(await dialog.findByRole('alert')).toHaveTextContent(message);
    expect(submit()).toBeDisabled();
  });

  it('takes an image whose name does not say that it is one', async () => {
    const { dialog, submit } = await openDialog();
    const scan = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1)], 'scan');

    drop([scan], document.body);

    expect(await dialog.findByRole('img', { name: 'Preview of scan' })).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('says in the dialog that there was nothing in what was dropped', async () => {
    const { dialog } = await openDialog();

    drop([aFile('.DS_Store', { type: '' })], document.body);

    expect(await dialog.findByRole('alert')).toHaveTextContent('No photos found');
  });

  it('has the image and the words again after a sign-in in between', async () => {
    const { user, api } = await openFilled();

    act(tokenStore.clear);
    api.answer('POST /auth/login', () => ({ token: 'another-token', user: aUser() }));
    await user.type(await screen.findByLabelText('Email'), 'elin@example.org');
    await user.type(screen.getByLabelText('Password'), 'a long enough secret');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));

    expect(await screen.findByRole('img', { name: 'Preview of harbour.jpg' })).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Harbour');
  });

  it('shows the image and takes it back', async () => {
    const { user, dialog, submit } = await openDialog();

    await user.upload(dialog.getByLabelText('Image'), aFile('harbour.jpg'));
    expect(dialog.getByRole('img', { name: 'Preview of harbour.jpg' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));

    expect(dialog.queryByRole('img')).toBeNull();
    expect(submit()).toBeDisabled();
  });

  it('refuses a price below zero or finer than a cent', async () => {
    const { user, dialog, submit } = await openFilled();
    const price = dialog.getByLabelText('Selling Price');

    await user.clear(price);
    await user.type(price, '-1');
    await user.click(submit());
    expect(await dialog.findByText('Selling price must be 0 or more')).toBeVisible();
    await user.clear(price);
    await user.type(price, '1.005');

    expect(await dialog.findByText('Selling price must be a number with at most 2 decimals')).toBeVisible();
  });

  it('sends everything and shows how far it is', async () => {
    const { user, dialog, submit, gallery } = await openFilled();

    await user.click(submit());
    expect(await dialog.findByRole('button', { name: 'Uploading...' })).toHaveAttribute('aria-disabled', 'true');
    await uploads[0]!.progress(0.4);
    expect(dialog.getByRole('progressbar')).toHaveValue(0.4);

    expect(uploads[0]!.fields).toEqual({
      title: 'Harbour',
      description: 'Before dawn',
      gallery_id: String(gallery.id),
      selling_price: '480.5',
      alt_text: 'Boats at a quay',
      is_for_sale: 'true',
    });
    expect(uploads[0]!.form.get('image')).toHaveProperty('name', 'harbour.jpg');
    expect(uploads[0]!.headers).toHaveProperty('authorization', 'Bearer a-token');
  });

  it('closes with a word when it went through, and opens empty the next time', async () => {
    const { user, submit } = await openFilled();

    await user.click(submit());
    await uploads[0]!.answer({ photo: aPhoto() });

    expect(await screen.findByText('Photo uploaded successfully!')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Add Photo' })[0]!);
    expect(screen.getByLabelText('Title')).toHaveValue('');
    expect(screen.queryByRole('img')).toBeNull();
  });

  it.each([
    ['the server’s message', failing('image.damaged'), 'The image is damaged and cannot be read'],
    ['a sentence of its own', new Answer(500, null), 'Failed to upload photo'],
  ])('stays open with all that was typed when it fails, and shows %s', async (_, answer, message) => {
    const { user, dialog, submit } = await openFilled();

    await user.click(submit());
    await uploads[0]!.answer(answer);

    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour');
    expect(dialog.getByLabelText('Description')).toHaveValue('Before dawn');
    expect(dialog.getByLabelText('Selling Price')).toHaveValue(480.5);
    expect(dialog.getByRole('img', { name: 'Preview of harbour.jpg' })).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('gives up a transfer that stands still for a minute', async () => {
    const { user, dialog, submit } = await openFilled();
    jest.useFakeTimers({ advanceTimers: true });

    await user.click(submit());
    await waitFor(() => expect(uploads).toHaveLength(1));
    const wait = (seconds: number) => act(async () => jest.advanceTimersByTime(1000 * seconds));
    await wait(50);
    await uploads[0]!.progress(0.4);
    await wait(50);
    expect(uploads[0]!.aborted).toBe(false);
    await wait(10);

    expect(uploads[0]!.aborted).toBe(true);
    expect(await dialog.findByText(unreached('Failed to upload photo'))).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('does not take for an upload what somebody on the way says in place of the site', async () => {
    const { user, dialog, submit } = await openFilled();

    await user.click(submit());
    await uploads[0]!.answer(new Answer(200, null));

    expect(await dialog.findByText(unreached('Failed to upload photo'))).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour');
  });

  it('puts the server’s messages at their fields', async () => {
    const { user, dialog, submit } = await openFilled();

    await user.click(submit());
    await uploads[0]!.answer(failing('request.invalid', { title: 'Title is too long' }));

    expect(await dialog.findByText('Title is too long')).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveAccessibleDescription('Title is too long');
  });

  it('keeps what was typed when more photos are chosen: the gallery for all, the rest for the first', async () => {
    const { user, dialog, gallery } = await openFilled();

    await user.upload(dialog.getByLabelText('Image'), [aFile('pier.jpg'), aFile('ridge.jpg')]);
    const title = await screen.findByLabelText('Title of harbour.jpg');
    expect(title).toHaveValue('Harbour');
    expect(title).toHaveFocus();
    expect(title).toHaveAccessibleDescription(/with the details typed before/);
    expect(screen.getByLabelText('Title of pier.jpg')).not.toHaveAccessibleDescription(/typed before/);
    expect(screen.getByLabelText('Gallery')).toHaveValue(String(gallery.id));
    await user.click(screen.getByRole('button', { name: 'Upload 3 Photos' }));

    await waitFor(() => expect(uploads).toHaveLength(3));
    expect(uploads[0]!.form.get('image')).toHaveProperty('name', 'harbour.jpg');
    expect(uploads[0]!.fields).toEqual({
      title: 'Harbour',
      description: 'Before dawn',
      gallery_id: String(gallery.id),
      selling_price: '480.5',
      alt_text: 'Boats at a quay',
      is_for_sale: 'true',
      batch_id: expect.any(String),
      batch_place: '0',
    });
    expect(uploads[1]!.fields).toEqual({
      title: 'Pier',
      gallery_id: String(gallery.id),
      batch_id: uploads[0]!.fields.batch_id,
      batch_place: '1',
    });
  });

  it('says at the first of several what is wrong with what was typed before', async () => {
    const { user, dialog } = await openFilled();
    await user.clear(dialog.getByLabelText('Selling Price'));
    await user.type(dialog.getByLabelText('Selling Price'), '-1');

    await user.upload(dialog.getByLabelText('Image'), [aFile('pier.jpg'), aFile('ridge.jpg')]);
    await user.click(await screen.findByRole('button', { name: 'Upload 3 Photos' }));

    expect(await screen.findByText('Selling price must be 0 or more')).toBeVisible();
    expect(uploads).toHaveLength(0);
  });

  it('stops and forgets on Cancel', async () => {
    const { user, dialog, submit } = await openFilled();

    await user.click(submit());
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));

    expect(uploads[0]!.aborted).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Add Photo' })[0]!);
    expect(screen.getByLabelText('Title')).toHaveValue('');
  });

  it('asks before what was typed is lost by Escape, and keeps it when told to', async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Title'), 'Harbour');

    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks nothing when Escape loses nothing', async () => {
    const { user } = await openDialog();

    await user.keyboard('{Escape}');

    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
