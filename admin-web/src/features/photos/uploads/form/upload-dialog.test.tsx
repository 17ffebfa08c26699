import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { drop } from '../../../../../test/drop.ts';
import { aFile, aGallery, aGalleryList, aPhoto } from '../../../../../test/factories.ts';
import { FakeResponse, failing, unreached } from '../../../../../test/fake-api.ts';
import { makeUnreadable } from '../../../../../test/file-contents.ts';
import { fakeUploads, type FakeUpload } from '../../../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../../test/sign-in-again.ts';
import { tokenStore } from '../../../../app/data/token-store.ts';

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
});

async function openDialog() {
  const gallery = aGallery({ title: 'Slack Water' });
  const page = renderSignedIn('/admin/photos', { 'GET /galleries': () => aGalleryList([gallery]) });
  await page.user.click((await screen.findAllByRole('button', { name: 'Add Photo' }))[0]!);
  const dialog = within(screen.getByRole('dialog', { name: 'Upload Photo' }));
  const submit = () => dialog.getByRole('button', { name: 'Upload Photo' });
  return { ...page, gallery, dialog, submit };
}

const FIELDS = {
  Title: 'Harbour',
  Description: 'Before dawn',
  'Selling Price': '480.50',
  'Alt Text': 'Boats at a quay',
};

/** Opens the dialog, selects an image and fills in the title. */
async function openWithImage() {
  const page = await openDialog();
  await page.user.upload(page.dialog.getByLabelText('Image'), aFile('harbour.jpg'));
  fireEvent.change(page.dialog.getByLabelText('Title'), { target: { value: FIELDS.Title } });
  return page;
}

/** Fills in all fields. */
async function openFilled() {
  const page = await openWithImage();
  const { user, dialog } = page;
  for (const [label, value] of Object.entries(FIELDS)) {
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  }
  await user.selectOptions(dialog.getByLabelText('Gallery'), 'Slack Water');
  await user.click(dialog.getByLabelText('Mark as for sale'));
  return page;
}

describe('the upload dialog for one photo', () => {
  it('requires an image', async () => {
    const { dialog, submit } = await openDialog();

    expect(submit()).toBeDisabled();
    expect(dialog.getByText('JPEG, PNG, GIF, WebP up to 10MB')).toBeVisible();
  });

  it('requires a title', async () => {
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
  ])('rejects a file that is %s', async (_, file, message) => {
    const { dialog, submit } = await openDialog();

    // Skips the file dialog's filter, as a drop does.
    await userEvent.setup({ applyAccept: false }).upload(dialog.getByLabelText('Image'), file);

    expect(await dialog.findByRole('alert')).toHaveTextContent(message);
    expect(dialog.getByLabelText('Image')).toBeInvalid();
    expect(dialog.getByLabelText('Image')).toHaveAccessibleDescription(`JPEG, PNG, GIF, WebP up to 10MB ${message}`);
    expect(submit()).toBeDisabled();
  });

  it('accepts an image without a file extension', async () => {
    const { dialog, submit } = await openDialog();
    const scan = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1)], 'scan');

    drop([scan], document.body);

    expect(await dialog.findByRole('img', { name: 'Preview of scan' })).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('shows an error for a drop without photos', async () => {
    const { dialog } = await openDialog();

    drop([aFile('.DS_Store', { type: '' })], document.body);

    expect(await dialog.findByRole('alert')).toHaveTextContent('No photos found');
  });

  it('restores the image and the input after a new sign-in', async () => {
    const page = await openFilled();

    act(tokenStore.clear);
    await signInAgain(page);

    expect(await screen.findByRole('img', { name: 'Preview of harbour.jpg' })).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Harbour');
    await waitFor(() => expect(screen.getByLabelText('Gallery')).toHaveValue(String(page.gallery.id)));
  });

  it('previews the image and removes it', async () => {
    const { user, dialog, submit } = await openDialog();

    await user.upload(dialog.getByLabelText('Image'), aFile('harbour.jpg'));
    expect(dialog.getByRole('img', { name: 'Preview of harbour.jpg' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));

    expect(dialog.queryByRole('img')).toBeNull();
    expect(dialog.getByLabelText('Image')).toHaveFocus();
    expect(submit()).toBeDisabled();
  });

  it('rejects a price below zero or with more than two decimals', async () => {
    const { user, dialog, submit } = await openWithImage();
    const price = dialog.getByLabelText('Selling Price');

    await user.type(price, '-1');
    await user.click(submit());
    expect(await dialog.findByText('Selling price must be 0 or more')).toBeVisible();
    await user.clear(price);
    await user.type(price, '1.005');

    expect(await dialog.findByText('Selling price must be a number with at most 2 decimals')).toBeVisible();
  });

  it('sends all fields and shows the progress', async () => {
    const { user, dialog, submit, gallery } = await openFilled();

    await user.click(submit());
    expect(await dialog.findByRole('button', { name: 'Uploading...' })).toHaveAttribute('aria-disabled', 'true');
    await uploads[0]!.progress(0.4);
    expect(dialog.getByRole('progressbar')).toHaveValue(0.4);

    expect(uploads[0]!.fields).toEqual({
      batch_id: expect.any(String),
      batch_place: '0',
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

  it('refetches the tags once', async () => {
    const { user, api, submit } = await openWithImage();
    const requests = () => api.calls.filter(({ route }) => route === 'GET /tags').length;
    const before = requests();

    await user.click(submit());
    await uploads[0]!.respond({ photo: aPhoto() });

    await screen.findByText('Photo uploaded successfully!');
    expect(requests()).toBe(before + 1);
  });

  it('confirms with a toast, closes, and is empty the next time', async () => {
    const { user, submit } = await openWithImage();

    await user.click(submit());
    await uploads[0]!.respond({ photo: aPhoto() });

    expect(await screen.findByText('Photo uploaded successfully!')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Add Photo' })[0]!);
    expect(screen.getByLabelText('Title')).toHaveValue('');
    expect(screen.queryByRole('img')).toBeNull();
  });

  it.each([
    ['the message of the API', failing('image.damaged'), 'The image is damaged and cannot be read'],
    ['the default error', new FakeResponse(500, null), 'Failed to upload photo'],
  ])('preserves the input after a failure, and shows %s', async (_, response, message) => {
    const { user, dialog, submit } = await openFilled();

    await user.click(submit());
    await uploads[0]!.respond(response);

    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour');
    expect(dialog.getByLabelText('Description')).toHaveValue('Before dawn');
    expect(dialog.getByLabelText('Selling Price')).toHaveValue('480.50');
    expect(dialog.getByRole('img', { name: 'Preview of harbour.jpg' })).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('treats a response of a proxy as a failure', async () => {
    const { user, dialog, submit } = await openWithImage();

    await user.click(submit());
    await uploads[0]!.respond(new FakeResponse(200, null));

    expect(await dialog.findByText(unreached('Failed to upload photo'))).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour');
  });

  it('shows that the file cannot be read', async () => {
    const { user, dialog, submit } = await openDialog();
    const file = aFile('harbour.jpg');
    await user.upload(dialog.getByLabelText('Image'), file);
    fireEvent.change(dialog.getByLabelText('Title'), { target: { value: 'Harbour' } });
    await user.click(submit());
    await waitFor(() => expect(uploads).toHaveLength(1));

    makeUnreadable(file);
    await uploads[0]!.loseConnection();

    expect(await dialog.findByText('The file has been changed or removed since it was chosen')).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('shows validation errors at their fields', async () => {
    const { user, dialog, submit } = await openWithImage();

    await user.click(submit());
    await uploads[0]!.respond(failing('request.invalid', { title: 'Title is too long' }));

    expect(await dialog.findByText('Title is too long')).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveAccessibleDescription('Title is too long');
  });

  it('preserves the input when more photos are selected: the gallery for all, the rest for the first', async () => {
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

  it('shows errors of the preserved input at the first photo', async () => {
    const { user, dialog } = await openFilled();
    await user.clear(dialog.getByLabelText('Selling Price'));
    await user.type(dialog.getByLabelText('Selling Price'), '-1');

    await user.upload(dialog.getByLabelText('Image'), [aFile('pier.jpg'), aFile('ridge.jpg')]);
    await user.click(await screen.findByRole('button', { name: 'Upload 3 Photos' }));

    expect(await screen.findByText('Selling price must be 0 or more')).toBeVisible();
    expect(uploads).toHaveLength(0);
  });

  it('aborts and clears the input on Cancel', async () => {
    const { user, dialog, submit } = await openWithImage();

    await user.click(submit());
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));

    expect(uploads[0]!.aborted).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Add Photo' })[0]!);
    expect(screen.getByLabelText('Title')).toHaveValue('');
  });

  it('confirms before Escape discards the input', async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Title'), 'Harbour');

    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Harbour');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes with Escape while it is empty', async () => {
    const { user } = await openDialog();

    await user.keyboard('{Escape}');

    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
