import { beforeEach, describe, expect, it } from '@jest/globals';
import { aJpeg, lightroomBlocks, photoshopBlocks, withMetadata } from '@portfolio/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { theSettings } from '../../../../../test/factories.ts';
import { drop } from '../../../../../test/drop.ts';
import { fakeUploads, type FakeUpload } from '../../../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../../test/sign-in-again.ts';
import { tokenStore } from '../../../../app/data/token-store.ts';

let uploads: FakeUpload[];
let image: Buffer;
beforeEach(async () => {
  uploads = fakeUploads();
  image ??= await aJpeg({ width: 60, height: 40 });
});

function fileOf(name: string, blocks: Parameters<typeof withMetadata>[1] = {}): File {
  const content = new Uint8Array(withMetadata(image, blocks));
  return Object.assign(new File([content], name, { type: 'image/jpeg' }), { arrayBuffer: async () => content.buffer });
}

const render = (isOn = true) =>
  renderSignedIn('/admin/photos', {
    'GET /admin/upload-limits': () => ({ megabytes: 10, file_details: isOn }),
  });

async function openDialog(isOn = true) {
  const page = render(isOn);
  await page.user.click((await screen.findAllByRole('button', { name: 'Add Photo' }))[0]!);
  const dialog = within(screen.getByRole('dialog', { name: 'Upload Photo' }));
  const choose = (file: File) => page.user.upload(dialog.getByLabelText('Image'), file);
  const send = () => page.user.click(dialog.getByRole('button', { name: 'Upload Photo' }));
  return { ...page, dialog, choose, send };
}

describe('the upload of one photo', () => {
  it('is filled from the file, and names it as the source', async () => {
    const { dialog, choose, send, user } = await openDialog();
    await choose(fileOf('IMG_0012.jpg', lightroomBlocks()));

    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Harbour at low tide'));
    expect(dialog.getByLabelText('Title')).toHaveAccessibleDescription('From the file');
    expect(dialog.getByLabelText('Description')).toHaveAccessibleDescription('From the file');
    await user.clear(dialog.getByLabelText('Description'));
    await user.type(dialog.getByLabelText('Alt Text'), ' At dawn.');
    expect(dialog.getByLabelText('Alt Text')).toHaveAccessibleDescription(/^Describes the photo/);
    await send();

    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]!.fields).toMatchObject({
      title: 'Harbour at low tide',
      // Emptied by the artist: the server leaves it empty.
      description: '',
      alt_text: 'Boats lying on mud. At dawn.',
    });
  });

  it('keeps typed texts, and replaces those of another file', async () => {
    const { dialog, choose, user } = await openDialog();
    await user.type(dialog.getByLabelText('Description'), 'My own');
    await choose(fileOf('one.jpg', lightroomBlocks()));
    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Harbour at low tide'));

    await choose(fileOf('two.jpg', photoshopBlocks()));
    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Fjörd'));
    expect(dialog.getByLabelText('Description')).toHaveValue('My own');
    expect(dialog.getByLabelText('Alt Text')).toHaveValue('');

    await choose(fileOf('three.jpg'));
    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue(''));
  });

  it('waits for the texts of a file that replaces another', async () => {
    const { dialog, choose, send } = await openDialog();
    await choose(fileOf('one.jpg', lightroomBlocks()));
    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Harbour at low tide'));
    const other = fileOf('two.jpg', photoshopBlocks());
    const content = await other.arrayBuffer();
    let read = (_: ArrayBuffer) => {};
    await choose(Object.assign(other, { arrayBuffer: () => new Promise<ArrayBuffer>((resolve) => (read = resolve)) }));

    await send();
    await act(async () => read(content));

    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]!.fields).toMatchObject({ title: 'Fjörd' });
  });

  it('leaves an emptied text empty after a new sign-in', async () => {
    const page = await openDialog();
    await page.choose(fileOf('one.jpg', lightroomBlocks()));
    await waitFor(() => expect(page.dialog.getByLabelText('Description')).not.toHaveValue(''));
    await page.user.clear(page.dialog.getByLabelText('Description'));

    await act(async () => tokenStore.clear());
    await signInAgain(page);
    expect(await screen.findByRole('img', { name: 'Preview of one.jpg' })).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('From the file'));
    await page.user.click(screen.getByRole('button', { name: 'Upload Photo' }));

    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]!.fields).toMatchObject({ title: 'Harbour at low tide', description: '' });
  });

  it('is not aborted without a confirmation, also where nothing was typed', async () => {
    const { choose, dialog, send, user } = await openDialog();
    await choose(fileOf('one.jpg', lightroomBlocks()));
    await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveValue('Harbour at low tide'));
    await send();
    await waitFor(() => expect(uploads).toHaveLength(1));

    await user.keyboard('{Escape}');

    expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
    expect(uploads[0]!.aborted).toBe(false);
  });

  it('is not sent once another file is selected while its texts are read', async () => {
    const { dialog, choose, send, user } = await openDialog();
    const first = fileOf('one.jpg', lightroomBlocks());
    await user.type(dialog.getByLabelText('Title'), 'Mine');
    let read = (_: ArrayBuffer) => {};
    const content = await first.arrayBuffer();
    await choose(Object.assign(first, { arrayBuffer: () => new Promise<ArrayBuffer>((resolve) => (read = resolve)) }));
    await send();
    await choose(fileOf('two.jpg', photoshopBlocks()));
    await waitFor(() => expect(dialog.getByLabelText('Description')).toHaveValue('Früh, im Nebel'));
    await act(async () => read(content));

    expect(uploads).toHaveLength(0);
    await send();
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]!.form.get('image')).toHaveProperty('name', 'two.jpg');
  });

  it('is not filled where the artist has switched that off', async () => {
    const { dialog, choose, user, send } = await openDialog(false);
    await choose(fileOf('one.jpg', lightroomBlocks()));
    await user.type(dialog.getByLabelText('Title'), 'Mine');
    await send();

    await waitFor(() => expect(uploads).toHaveLength(1));
    const { batch_id, batch_place, ...fields } = uploads[0]!.fields;
    expect([batch_id, batch_place]).toEqual([expect.any(String), '0']);
    expect(fields).toEqual({ title: 'Mine', is_for_sale: 'false' });
  });
});

it('the upload form obeys a setting that has just been changed', async () => {
  let isOn = true;
  const { user, api, go } = renderSignedIn('/admin/settings', {
    'GET /admin/upload-limits': () => ({ megabytes: 10, file_details: isOn }),
    'GET /admin/settings/website': () => theSettings({ file_details: String(isOn) }),
  });
  api.respond('PUT /admin/settings/website', () => {
    isOn = false;
    return { ...theSettings({ file_details: 'false' }), message: '' };
  });
  await user.click(await screen.findByRole('switch', { name: 'Details from Files', checked: true }));
  await screen.findByText('Details from files disabled!');

  await go('/admin/photos');
  await user.click((await screen.findAllByRole('button', { name: 'Add Photo' }))[0]!);
  const dialog = within(screen.getByRole('dialog', { name: 'Upload Photo' }));
  await user.upload(dialog.getByLabelText('Image'), fileOf('one.jpg', lightroomBlocks()));
  await user.type(dialog.getByLabelText('Title'), 'Mine');
  await user.click(dialog.getByRole('button', { name: 'Upload Photo' }));

  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]!.fields).not.toHaveProperty('description');
});

it('several photos have the titles in their files, else their names', async () => {
  const { user } = render();
  await screen.findByRole('heading', { name: 'Photos' });
  drop([fileOf('IMG_0012.jpg', lightroomBlocks()), fileOf('ebb_tide.jpg'), fileOf('IMG_0014.jpg', photoshopBlocks())]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));

  await waitFor(() => expect(dialog.getByLabelText('Title of IMG_0014.jpg')).toHaveValue('Fjörd'));
  expect(dialog.getByLabelText('Title of IMG_0014.jpg')).toHaveAccessibleDescription(/title from the file/);
  expect(dialog.getByLabelText('Title of ebb_tide.jpg')).toHaveValue('Ebb tide');
  await user.click(dialog.getByRole('button', { name: 'Upload 3 Photos' }));

  await waitFor(() => expect(uploads).toHaveLength(3));
  expect(uploads.map(({ fields }) => fields['title'])).toEqual(['Harbour at low tide', 'Ebb tide', 'Fjörd']);
  // The server takes the other texts from the files.
  for (const { fields } of uploads) expect(Object.keys(fields).sort()).toEqual(['batch_id', 'batch_place', 'title']);
});

it('several photos keep a title that the artist has set to the file name, as more are added', async () => {
  const { user } = render();
  await screen.findByRole('heading', { name: 'Photos' });
  drop([fileOf('north_ridge.jpg', lightroomBlocks()), fileOf('ebb_tide.jpg')]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
  const title = dialog.getByLabelText('Title of north_ridge.jpg');
  await waitFor(() => expect(title).toHaveValue('Harbour at low tide'));
  expect(title).toHaveAccessibleDescription(/title from the file/);

  await user.clear(title);
  await user.type(title, 'North ridge');
  expect(title).not.toHaveAccessibleDescription(/title from the file/);
  drop([fileOf('IMG_0014.jpg', photoshopBlocks())], document.body);

  await waitFor(() => expect(dialog.getByLabelText('Title of IMG_0014.jpg')).toHaveValue('Fjörd'));
  expect(title).toHaveValue('North ridge');
});

describe('several photos whose details are still being read', () => {
  async function sendUnread() {
    const { user } = render();
    await screen.findByRole('heading', { name: 'Photos' });
    const [first, second] = [fileOf('one.jpg', lightroomBlocks()), fileOf('two.jpg')];
    let read = () => {};
    const content = await first!.arrayBuffer();
    const arrayBuffer = () => new Promise<ArrayBuffer>((resolve) => (read = () => resolve(content)));
    drop([Object.assign(first!, { arrayBuffer }), second!]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
    await user.click(dialog.getByRole('button', { name: 'Upload 2 Photos' }));
    await dialog.findByRole('button', { name: 'Checking...' });
    return { user, dialog, read: () => act(async () => read()) };
  }

  it('are not uploaded after Cancel', async () => {
    const { user, dialog, read } = await sendUnread();

    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await read();

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(uploads).toEqual([]);
  });

  it('are validated as they are then', async () => {
    const { user, dialog, read } = await sendUnread();

    await user.clear(dialog.getByLabelText('Title of two.jpg'));
    await user.tab();
    await read();

    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(dialog.getByLabelText('Title of two.jpg')).toHaveFocus();
    expect(uploads).toEqual([]);
  });
});

it('several photos sent at once have the titles in their files too', async () => {
  const { user } = render();
  await screen.findByRole('heading', { name: 'Photos' });
  const titles = ['Ebb', 'Flood', 'Neap'];
  drop(titles.map((title) => fileOf(`${title}.jpg`, lightroomBlocks(`${title} in the file`))));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
  await user.click(dialog.getByRole('button', { name: 'Upload 3 Photos' }));

  await waitFor(() => expect(uploads).toHaveLength(titles.length));
  expect(uploads.map(({ fields }) => fields['title'])).toEqual(titles.map((title) => `${title} in the file`));
});
