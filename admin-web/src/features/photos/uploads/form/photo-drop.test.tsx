import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { drop } from '../../../../../test/drop.ts';
import { aFile, theSettings } from '../../../../../test/factories.ts';
import { fakeUploads } from '../../../../../test/fake-uploads.ts';
import { aPhotoSite } from '../../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../../test/render-admin.tsx';

beforeEach(() => void fakeUploads());

it('photos dropped on any page open the upload dialog', async () => {
  const { address } = renderSignedIn('/admin/galleries');
  await screen.findByRole('heading', { name: 'Galleries' });

  expect(drop([aFile('one.jpg'), aFile('two.jpg')])).toBe(false);

  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
  expect(dialog.getByLabelText('Title of two.jpg')).toBeVisible();
  expect(address()).toBe('/admin/photos?new=');
});

it('photos can be dropped on an element that has just appeared', async () => {
  renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });
  const dataTransfer = { types: ['Files'], files: [aFile('one.jpg')] };
  const entering = Object.assign(new Event('dragenter', { bubbles: true, cancelable: true }), { dataTransfer });

  // A browser drops files only where the latest drag event was cancelled.
  expect(fireEvent(document.body, entering)).toBe(false);

  expect(screen.getByText('Drop to upload')).toBeInTheDocument();
});

it('a drop on the photos page preserves the filters', async () => {
  const { address } = renderSignedIn('/admin/photos?search=harbour');
  await screen.findByRole('heading', { name: 'Photos' });

  drop([aFile('one.jpg')]);

  expect(await screen.findByRole('img', { name: 'Preview of one.jpg' })).toBeVisible();
  expect(address()).toBe('/admin/photos?search=harbour&new=');
});

it('an open dialog stays open after a drop, and shows a message', async () => {
  const { user, address } = renderSignedIn('/admin/galleries');
  await user.click((await screen.findAllByRole('button', { name: 'Create Gallery' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));

  expect(drop([aFile('one.jpg')], document.body)).toBe(false);

  expect(await dialog.findByText('Close this first, then drop the photos')).toBeVisible();
  expect(address()).not.toContain('/photos');
});

it('an inner drop zone handles its drops', async () => {
  const { address } = renderSignedIn('/admin/settings', {
    'GET /admin/settings/website': () => theSettings(),
    'GET /admin/upload-limits': () => ({ megabytes: 10 }),
  });

  drop([aFile('harbour.jpg')], await screen.findByText('Choose Image'));

  expect(await screen.findByRole('img', { name: 'Chosen: harbour.jpg' })).toBeInTheDocument();
  expect(address()).toBe('/admin/settings');
});

it('an image dragged within the page opens no upload dialog', async () => {
  renderSignedIn('/admin/photos');
  const heading = await screen.findByRole('heading', { name: 'Photos' });

  // Chrome and Safari give it the type Files.
  fireEvent.dragStart(heading);
  const leavesPage = drop([aFile('harbour.jpg')], heading);
  fireEvent.dragEnd(heading);
  expect(leavesPage).toBe(true);
  expect(screen.queryByText('Drop to upload')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();

  drop([aFile('harbour.jpg')], heading);
  expect(await screen.findByRole('dialog', { name: 'Upload Photo' })).toBeVisible();
});

it('a discarded selection is not restored', async () => {
  const { user } = renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });
  drop([aFile('one.jpg')]);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));

  await user.click(screen.getAllByRole('button', { name: 'Add Photo' })[0]!);

  expect(screen.getByRole('button', { name: 'Upload Photo' })).toBeDisabled();
});

/** A file without extension: its type is read from its content, once `read` is called. */
function slowFile() {
  const file = aFile('scan', { type: '' });
  let read = () => {};
  const bytes = new Promise<ArrayBuffer>((resolve) => {
    read = () => resolve(Uint8Array.of(0xff, 0xd8, 0xff).buffer);
  });
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => bytes });
  return { file, read: () => act(async () => read()) };
}

it.each([
  ['one photo', ['one.jpg']],
  ['several photos', ['one.jpg', 'two.jpg']],
])('a file that is read after the form for %s was closed is not selected', async (_, names) => {
  const { user } = renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });
  drop(names.map((name) => aFile(name)));
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  const { file, read } = slowFile();
  drop([file], document.body);
  await user.click(cancel);

  await read();
  await user.click(screen.getAllByRole('button', { name: 'Add Photo' })[0]!);

  expect(screen.getByRole('button', { name: 'Upload Photo' })).toBeDisabled();
});

it('Back from the dialog of dropped photos asks before it discards changes of the table', async () => {
  const { user, go, address } = renderSignedIn('/admin/photos?view=table', aPhotoSite(1).routes);
  await user.type(await screen.findByLabelText('Alt Text of Photo 1'), 'Boats');
  drop([aFile('one.jpg')], document.body);
  await screen.findByRole('dialog', { name: 'Upload Photo' });

  await go(-1);

  expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
  expect(address()).toBe('/admin/photos?view=table&new=');
});

it.each([
  ['dropped', (file: File) => void drop([file], document.body)],
  ['chosen', (file: File) => void fireEvent.change(screen.getByLabelText('Image'), { target: { files: [file] } })],
])('a file %s that is read while another is uploaded is not selected', async (_, add) => {
  const { user } = renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });
  drop([aFile('one.jpg')]);
  await user.type(await screen.findByLabelText('Title'), 'One');
  const { file, read } = slowFile();
  add(file);
  await user.click(screen.getByRole('button', { name: 'Upload Photo' }));
  await screen.findByRole('button', { name: 'Uploading...' });

  await read();

  expect(screen.getByRole('img', { name: 'Preview of one.jpg' })).toBeVisible();
});
