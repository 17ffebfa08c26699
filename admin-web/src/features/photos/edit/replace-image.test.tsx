import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FIRST_DELAY_MS } from '../../../app/data/query-client.ts';
import { aFile, aPhoto, aPhotoList, anUpload } from '../../../../test/factories.ts';
import { failing } from '../../../../test/fake-api.ts';
import { makeUnreadable } from '../../../../test/file-contents.ts';
import { fakeUploads, type FakeUpload } from '../../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
});

const photo = aPhoto({ title: 'Harbour', image_url: '/media/1/old/2400.jpeg', upload: anUpload() });
/** The photo with another image, not yet rendered. */
const retouched = { ...photo, upload: anUpload({ content_hash: 'a'.repeat(64) }) };
const WAITING = 'Visitors see the old image until the new one is rendered.';

async function open() {
  const page = renderSignedIn(`/admin/photos?edit=${photo.id}`, {
    'GET /photos': () => aPhotoList([photo]),
    [`GET /photos/${photo.id}`]: () => ({ photo }),
    'GET /galleries': () => ({ galleries: [], total: 0, next_cursor: null }),
    'GET /admin/upload-limits': () => ({ megabytes: 10, file_details: true }),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Photo' }));
  const choose = async (file: File) => page.user.upload(await dialog.findByLabelText('New image'), file);
  return { ...page, dialog, choose };
}

it('an image is replaced in the dialog, which shows the old one until the new one is rendered', async () => {
  const { api, events, dialog, choose } = await open();
  await choose(aFile('retouched.jpg'));
  await uploads[0]!.progress(0.5);
  expect(dialog.getByRole('button', { name: 'Uploading... 50%' })).toBeVisible();

  await uploads[0]!.respond({ photo: retouched });
  expect(await screen.findByText('Image replaced')).toBeInTheDocument();
  expect(dialog.getByText(WAITING)).toBeVisible();

  api.respond(`GET /photos/${photo.id}`, () => ({ photo: { ...retouched, image_url: '/media/1/new/2400.jpeg' } }));
  await events.emit({ type: 'photo.ready', photo_id: photo.id });
  await waitFor(() => expect(dialog.queryByText(WAITING)).toBeNull());
});

it('an image that cannot be rendered gives the reason', async () => {
  const { api, events, dialog, choose } = await open();
  await choose(aFile('retouched.jpg'));
  await uploads[0]!.respond({ photo: retouched });
  expect(await dialog.findByText(WAITING)).toBeVisible();

  api.respond(`GET /photos/${photo.id}`, () => ({ photo: { ...retouched, failure: 'It needs too much memory' } }));
  await events.emit({ type: 'photo.failed', photo_id: photo.id });

  expect(await dialog.findByText('It needs too much memory')).toBeVisible();
  expect(dialog.queryByText(WAITING)).toBeNull();
});

it('another file name moves the photo in a list of that order', async () => {
  const page = renderSignedIn(`/admin/photos?sort=file_name&edit=${photo.id}`, {
    'GET /photos': () => aPhotoList([photo]),
    [`GET /photos/${photo.id}`]: () => ({ photo }),
    'GET /galleries': () => ({ galleries: [], total: 0, next_cursor: null }),
    'GET /admin/upload-limits': () => ({ megabytes: 10, file_details: true }),
  });
  await page.user.upload(await screen.findByLabelText('New image'), aFile('a.jpg'));
  const reads = () => page.api.calls.filter(({ route }) => route === 'GET /photos').length;
  const before = reads();

  await uploads[0]!.respond({ photo });

  await waitFor(() => expect(reads()).toBe(before + 1));
});

it('an image under way is not lost by a save or by Escape', async () => {
  const { user, dialog, choose } = await open();
  await choose(aFile('retouched.jpg'));

  expect(dialog.getByRole('button', { name: 'Uploading...' })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
  await user.click(confirm.getByRole('button', { name: 'Keep editing' }));
  expect(uploads[0]!.aborted).toBe(false);

  await uploads[0]!.respond({ photo });
  expect(await dialog.findByRole('button', { name: 'Save Changes' })).not.toHaveAttribute('aria-disabled');
});

it('an image is not sent after the dialog was left while the file was read', async () => {
  const { user, dialog } = await open();
  const file = aFile('retouched', { type: '' });
  let read = (_: ArrayBuffer) => {};
  const arrayBuffer = () => new Promise<ArrayBuffer>((resolve) => (read = resolve));
  file.slice = () => Object.assign(new Blob(), { arrayBuffer });
  // Skips the file dialog's filter, as browsers without it do.
  await userEvent.setup({ applyAccept: false }).upload(await dialog.findByLabelText('New image'), file);
  await user.keyboard('{Escape}');
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
  await user.click(confirm.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await act(async () => read(Uint8Array.of(0xff, 0xd8, 0xff).buffer));

  expect(uploads).toEqual([]);
});

it('a refused image leaves the old one, with the reason', async () => {
  const { api, dialog, choose } = await open();
  await choose(aFile('empty.jpg', { bytes: 0 }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('The image is damaged and cannot be read');
  expect(uploads).toHaveLength(0);
  // A lost response would refetch all lists.
  const before = api.calls.length;
  await act(() => new Promise((resolve) => setTimeout(resolve, FIRST_DELAY_MS + 200)));
  expect(api.calls.slice(before).map(({ route }) => route)).toEqual([]);

  await choose(aFile('large.jpg'));
  await uploads[0]!.respond(failing('image.too-many-pixels'));
  expect(await dialog.findByRole('alert')).toHaveTextContent('The image has more than 100 megapixels');
});

it('an image that was deleted from the disk gives the reason', async () => {
  const { dialog, choose } = await open();
  const image = aFile('retouched.jpg');
  await choose(image);
  await waitFor(() => expect(uploads).toHaveLength(1));

  makeUnreadable(image);
  await uploads[0]!.loseConnection();

  expect(await dialog.findByRole('alert')).toHaveTextContent(/^The file has been changed or removed since/);
});

it('the image that visitors see is not rendered again', async () => {
  const { dialog, choose } = await open();
  await choose(aFile('harbour.jpg'));
  await uploads[0]!.respond({ photo });
  expect(await screen.findByText('Image replaced')).toBeInTheDocument();
  expect(dialog.queryByText(WAITING)).toBeNull();

  await choose(aFile('retouched.jpg'));
  await uploads[1]!.respond({ photo: retouched });
  expect(await dialog.findByText(WAITING)).toBeVisible();
  await choose(aFile('harbour.jpg'));
  await uploads[2]!.respond({ photo });
  await waitFor(() => expect(dialog.queryByText(WAITING)).toBeNull());
});
