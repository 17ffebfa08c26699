import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { drop } from '../../../../test/drop.ts';
import { aGallery, aGalleryList, aPhoto, aUser } from '../../../../test/factories.ts';
import { failing, type ApiCall } from '../../../../test/fake-api.ts';
import { aFileOf, hashOf, makeUnreadable, withHashing } from '../../../../test/file-contents.ts';
import { fakeSavedFiles } from '../../../../test/fake-saved-files.ts';
import { fakeUploads, type FakeUpload } from '../../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../test/sign-in-again.ts';
import { tokenStore } from '../../../app/data/token-store.ts';

type Routes = Parameters<typeof renderSignedIn>[1];

withHashing();

let uploads: FakeUpload[];
let saved: ReturnType<typeof fakeSavedFiles>;
beforeEach(() => {
  uploads = fakeUploads();
  saved = fakeSavedFiles();
});
afterEach(() => saved.remove());

const gallery = aGallery({ title: 'Slack Water' });
const ordered: unknown[] = [];
const routes: Routes = {
  'GET /galleries': () => aGalleryList([gallery]),
  [`PUT /galleries/${gallery.id}/order`]: ({ body }) => void ordered.push(body),
  'POST /photos/known': () => ({ known: [] }),
};
const started = () => uploads.map(({ fields }) => fields.title);
const copies = () => saved.root.names('uploads').filter((name) => !name.endsWith('.json'));
const tray = () => within(screen.getByRole('region', { name: 'Uploads' }));
const summary = (text: string) => screen.findByText(text, { selector: 'header > p' });
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return !event.defaultPrevented;
};

/** Submits photos, and waits for their uploads. Until the dialog has closed, its form blocks a navigation. */
async function submit(names: string[], own: Routes = routes, files = names.map((name) => aFileOf(name))) {
  const page = renderSignedIn('/admin/photos', own);
  await screen.findByRole('heading', { name: 'Photos' });
  drop(files);
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
  await dialog.findByRole('option', { name: 'Slack Water' });
  await page.user.selectOptions(dialog.getByLabelText('Gallery'), 'Slack Water');
  await page.user.click(dialog.getByRole('button', { name: `Upload ${names.length} Photos` }));
  await screen.findByRole('region', { name: 'Uploads' });
  await waitFor(() => expect(started()).toHaveLength(Math.min(names.length, 3)));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return page;
}

const allSaved = (count: number) =>
  waitFor(() => expect(saved.root.names('uploads').filter((name) => name.endsWith('.json'))).toHaveLength(count));

/** Crashes the page, and opens it again. */
async function reload(own: Routes = routes, closesTab = true) {
  const files = saved.root.folders.get('uploads')!.files;
  const before = new Map(files);
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const [name, file] of before) files.set(name, file);
  if (closesTab) saved.locks.release();
  uploads = fakeUploads();
  return renderSignedIn('/admin/photos', own);
}

describe('uploads after a reload', () => {
  it('continue in order, without those that the server has', async () => {
    await submit(['one', 'two', 'three', 'four', 'five']);
    const { batch_id } = uploads[0]!.fields;
    await uploads[0]!.respond({ photo: aPhoto({ id: 11, title: 'One' }) });
    await allSaved(5);
    await waitFor(() => expect(copies()).toHaveLength(4));
    ordered.length = 0;

    // The response to the second one was lost.
    const stored = { content_hash: hashOf('two'), photo: aPhoto({ id: 12, title: 'Two' }) };
    const checked: string[] = [];
    const known = ({ body }: ApiCall) => {
      const [hash] = (body as { content_hashes: string[] }).content_hashes;
      checked.push(hash!);
      return { known: hash === stored.content_hash ? [stored] : [] };
    };
    await reload({ ...routes, 'POST /photos/known': known });

    expect(await summary('2 of 5 uploaded')).toBeVisible();
    await waitFor(() => expect(started()).toEqual(['Three', 'Four', 'Five']));
    expect(checked).toEqual(['two', 'three', 'four'].map(hashOf));
    expect(uploads[0]!.form.get('image')).toMatchObject({ name: 'three.jpg', type: 'image/jpeg', size: 5 });
    expect(uploads.map(({ fields }) => [fields.batch_id, fields.batch_place, fields.gallery_id])).toEqual(
      ['2', '3', '4'].map((place) => [batch_id, place, String(gallery.id)]),
    );
    for (const index of [2, 0, 1]) await uploads[index]!.respond({ photo: aPhoto({ id: 13 + index }) });
    expect(await summary('5 uploaded')).toBeVisible();
    await waitFor(() => expect(ordered).toEqual([{ photo_ids: [11, 12, 13, 14, 15] }]));
    await waitFor(() => expect(saved.root.names('uploads')).toEqual([]));
  });

  it('wait while another tab has them', async () => {
    await submit(['one', 'two']);
    await allSaved(2);

    await reload(routes, false);
    await screen.findByRole('heading', { name: 'Photos' });
    await waitFor(() => expect(saved.locks.waiting.size).toBe(1));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();

    saved.locks.release();
    await waitFor(() => expect(started()).toEqual(['One', 'Two']));
  });

  it('are deleted for another person', async () => {
    await submit(['one', 'two']);
    await allSaved(2);

    await reload({ ...routes, 'GET /auth/me': () => ({ user: { ...aUser(), id: 99 } }) });

    await waitFor(() => expect(saved.root.names('uploads')).toEqual([]));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  it('continue on a full disk', async () => {
    await submit(['one', 'two']);
    await allSaved(2);
    saved.root.folders.get('uploads')!.isFull = true;

    await reload();
    await waitFor(() => expect(started()).toEqual(['One', 'Two']));
    expect(copies()).toHaveLength(2);
    expect(leave()).toBe(true);
  });

  it('do not include an incomplete copy', async () => {
    await submit(['one', 'two']);
    await allSaved(2);
    const [first] = copies();
    saved.root.folders.get('uploads')!.files.delete(`${first}.json`);

    await reload();

    await waitFor(() => expect(started()).toEqual(['Two']));
    expect(copies()).toHaveLength(1);
  });

  it('do not include a copy whose content was deleted', async () => {
    await submit(['one', 'two']);
    await allSaved(2);
    saved.root.folders.get('uploads')!.files.delete(copies()[0]!);

    await reload();

    await waitFor(() => expect(started()).toEqual(['Two']));
    await waitFor(() => expect(saved.root.names('uploads')).toHaveLength(2));
  });

  it('wait for a retry if they had failed', async () => {
    await submit(['one', 'two']);
    await allSaved(2);
    await uploads[0]!.respond(failing('server.failed'));
    await screen.findByRole('button', { name: 'Dismiss One' });

    const { user } = await reload();
    await waitFor(() => expect(started()).toEqual(['Two']));
    expect(await screen.findByRole('button', { name: 'Dismiss One' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss One' }));
    await waitFor(() => expect(copies()).toHaveLength(1));
  });

  it('are counted as failed alone if none was uploaded', async () => {
    await submit(['one', 'two']);
    await allSaved(2);
    for (const upload of uploads) await upload.respond(failing('server.failed'));
    expect(await summary('2 failed')).toBeVisible();

    await reload();

    expect(await summary('2 failed')).toBeVisible();
  });

  it('have no retry after a permanent failure, also one saved by an earlier version of the page', async () => {
    await submit(['one', 'two']);
    await allSaved(2);
    const folder = saved.root.folders.get('uploads')!;
    const name = `${copies()[0]}.json`;
    const file = await (await folder.getFileHandle(name)).getFile();
    const details = JSON.parse(await file.text());
    Object.assign(details.upload, { state: 'failed', reason: 'The image is damaged', isPermanent: true });
    folder.files.set(name, new File([JSON.stringify(details)], name));

    await reload();

    expect(await screen.findByText('The image is damaged')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Dismiss One' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry One' })).toBeNull();
  });

  it('include the copy of a file that could not be read', async () => {
    const files = [aFileOf('one'), aFileOf('two')];
    await submit(['one', 'two'], routes, files);
    await allSaved(2);
    makeUnreadable(files[0]!);
    await uploads[0]!.loseConnection();
    expect(await screen.findByRole('button', { name: 'Retry One' })).toBeVisible();

    await reload();

    await waitFor(() => expect(started()).toEqual(['One', 'Two']));
  });

  it('include the one of the form for one photo', async () => {
    const { user } = renderSignedIn('/admin/photos', routes);
    await screen.findByRole('heading', { name: 'Photos' });
    drop([aFileOf('harbour')]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photo' }));
    await user.type(dialog.getByLabelText('Title'), 'Harbour');
    await user.type(dialog.getByLabelText('Alt Text'), 'Boats');
    await user.click(dialog.getByRole('button', { name: 'Upload Photo' }));
    await allSaved(1);
    const { fields } = uploads[0]!;

    await reload();
    await waitFor(() => expect(started()).toEqual(['Harbour']));
    expect(uploads[0]!.fields).toEqual(fields);
    await uploads[0]!.respond({ photo: aPhoto() });

    expect(await summary('1 uploaded')).toBeVisible();
    await waitFor(() => expect(saved.root.names('uploads')).toEqual([]));
  });
});

it('a retry of the form for one photo has the batch of the first attempt', async () => {
  const { user } = renderSignedIn('/admin/photos', routes);
  await screen.findByRole('heading', { name: 'Photos' });
  drop([aFileOf('harbour')]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photo' }));
  await user.type(dialog.getByLabelText('Title'), 'Harbour');
  await user.click(dialog.getByRole('button', { name: 'Upload Photo' }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  await uploads[0]!.respond(failing('server.failed'));
  await user.click(await dialog.findByRole('button', { name: 'Upload Photo' }));

  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(uploads[1]!.fields.batch_id).toBe(uploads[0]!.fields.batch_id);
});

describe('saved uploads', () => {
  it('are deleted once they are uploaded or cancelled; a failed one stays', async () => {
    const { user } = await submit(['one', 'two', 'three']);
    await allSaved(3);
    await user.click(tray().getByRole('button', { name: 'Cancel One' }));
    await waitFor(() => expect(copies()).toHaveLength(2));
    await uploads[1]!.respond({ photo: aPhoto() });
    await uploads[2]!.respond(failing('server.failed'));

    await waitFor(() => expect(saved.root.names('uploads')).toHaveLength(2));
    await user.click(tray().getByRole('button', { name: 'Dismiss Three' }));
    await waitFor(() => expect(saved.root.names('uploads')).toEqual([]));
  });

  it('need no confirmation when the page closes', async () => {
    await submit(['one', 'two']);
    await waitFor(() => expect(leave()).toBe(true));
  });

  it('are not saved on a full disk; the upload continues, and leaving needs a confirmation', async () => {
    (await saved.root.getDirectoryHandle('uploads')).isFull = true;
    await submit(['one', 'two']);

    await waitFor(() => expect(saved.root.names('uploads')).toEqual([]));
    expect(leave()).toBe(false);
    for (const upload of [...uploads]) await upload.respond({ photo: aPhoto() });
    expect(await summary('2 uploaded')).toBeVisible();
  });

  it('are deleted when the artist signs out', async () => {
    const { user } = await submit(['one', 'two']);
    await allSaved(2);
    await user.click(screen.getByRole('button', { name: 'Logout' }));

    expect(await screen.findByText('Uploads paused: sign in to continue (2 photos)')).toBeInTheDocument();
    await waitFor(() => expect(saved.root.names('uploads')).toEqual([]));
    expect(uploads.every(({ aborted }) => aborted)).toBe(true);
    expect(leave()).toBe(false);
  });

  it('of an earlier page are cancelled when the artist signs out', async () => {
    await submit(['one', 'two']);
    await allSaved(2);
    const { user } = await reload();
    await waitFor(() => expect(started()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Logout' }));

    expect(await screen.findByText('Not uploaded, choose again: 2 photos')).toBeInTheDocument();
    expect(uploads.every(({ aborted }) => aborted)).toBe(true);
    await waitFor(() => expect(saved.root.names('uploads')).toEqual([]));
  });

  it('are deleted when the artist signs out in another tab, and saved again after the next sign-in', async () => {
    const page = await submit(['one', 'two', 'three', 'four']);
    await allSaved(4);
    act(() => {
      localStorage.setItem('signed-out', '');
      localStorage.removeItem('token');
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    });
    await waitFor(() => expect(saved.root.names('uploads')).toEqual([]));

    await signInAgain(page);

    await allSaved(4);
    expect(copies()).toHaveLength(4);
  });

  it('outlast an expired session', async () => {
    await submit(['one', 'two']);
    await allSaved(2);
    await uploads[0]!.respond(failing('auth.required'));

    expect(await screen.findByText('Uploads paused: sign in to continue (2 photos)')).toBeInTheDocument();
    expect(tokenStore.wasSignOut()).toBe(false);
    expect(copies()).toHaveLength(2);
  });
});
