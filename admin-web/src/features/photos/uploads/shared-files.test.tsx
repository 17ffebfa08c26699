import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { receiveShare } from '@portfolio/ui/share-worker';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { aFile, aNewsList } from '../../../../test/factories.ts';
import { fakeSavedFiles } from '../../../../test/fake-saved-files.ts';
import { fakeUploads } from '../../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../test/sign-in-again.ts';
import { tokenStore } from '../../../app/data/token-store.ts';

let saved: ReturnType<typeof fakeSavedFiles>;
beforeEach(() => {
  fakeUploads();
  saved = fakeSavedFiles();
});
afterEach(() => saved.remove());

/** Shares files through the service worker. @returns the address to which it redirects */
function share(...files: (File | string)[]): Promise<string> {
  const form = new FormData();
  for (const file of files) form.append('photos', file);
  const request = { url: 'https://elin.example/admin/share', formData: async () => form };
  return receiveShare(request, async () => saved.root);
}

/** Lets requests for the folder of shared files wait. @returns ends the delay */
function delayFolder(): () => void {
  let end = () => {};
  const delay = new Promise<void>((resolve) => (end = resolve));
  const open = saved.root.getDirectoryHandle.bind(saved.root);
  saved.root.getDirectoryHandle = async (name) => {
    if (name === 'shared') await delay;
    return open(name);
  };
  return end;
}

/** Sets the time of all shares years back. */
function age(): void {
  const { files } = saved.root.folders.get('shared')!;
  for (const [name, file] of [...files]) {
    files.delete(name);
    files.set(`1${name.slice(1).replace(/^\d{12}/, '700000000000')}`, file);
  }
}

describe('the service worker', () => {
  it('saves shared files and redirects to the page of the upload dialog', async () => {
    expect(await share(aFile('one.jpg'), 'a text', aFile('two.png', { type: 'image/png' }))).toBe(
      'https://elin.example/admin/photos?shared',
    );

    const names = saved.root.names('shared');
    expect(names).toHaveLength(4);
    const { files } = saved.root.folders.get('shared')!;
    const text = new TextDecoder().decode(await files.get(names[3]!)!.arrayBuffer());
    expect(JSON.parse(text)).toEqual({ name: 'two.png', type: 'image/png', lastModified: expect.any(Number) });
  });

  it('saves all files or none', async () => {
    (await saved.root.getDirectoryHandle('shared')).isFull = true;

    expect(await share(aFile(), aFile())).toBe('https://elin.example/admin/photos?shared');
    expect(saved.root.names('shared')).toEqual([]);
  });

  it('intercepts POST, not GET', () => {
    const respondWith = jest.fn((response: Promise<unknown>) => void response.catch(() => undefined));
    const dispatch = (method: string) => {
      const request = { method, url: 'https://elin.example/admin/share', formData: async () => new FormData() };
      self.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith }));
    };

    dispatch('GET');
    expect(respondWith).not.toHaveBeenCalled();
    dispatch('POST');
    expect(respondWith).toHaveBeenCalledTimes(1);
  });
});

describe('shared photos', () => {
  it('open the upload dialog, and are deleted when it closes', async () => {
    await share(aFile('one.jpg'), aFile('two.jpg'), aFile('three.heic', { type: 'image/heic' }));
    const { address, user } = renderSignedIn('/admin/photos?shared');

    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
    expect(dialog.getByLabelText('Title of one.jpg')).toHaveValue('One');
    expect(dialog.getByText('Please upload a JPEG, PNG, GIF or WebP image')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Upload 2 Photos' })).toBeEnabled();
    expect(address()).toBe('/admin/photos?new=');
    expect(saved.root.names('shared')).toHaveLength(6);

    await user.keyboard('{Escape}');
    await waitFor(() => expect(saved.root.names('shared')).toEqual([]));
  });

  it('are in the dialog again after a reload', async () => {
    await share(aFile('one.jpg'), aFile('two.jpg'));
    renderSignedIn('/admin/photos?shared');
    await screen.findByRole('dialog', { name: 'Upload Photos' });
    cleanup();

    renderSignedIn('/admin/photos?new=');
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
    expect(dialog.getByLabelText('Title of two.jpg')).toBeVisible();
  });

  it('of an earlier day are deleted', async () => {
    await share(aFile('old.jpg'));
    age();
    await share(aFile('new.jpg'));
    renderSignedIn('/admin/photos?shared');

    expect(await screen.findByRole('img', { name: 'Preview of new.jpg' })).toBeVisible();
    expect(saved.root.names('shared')).toHaveLength(2);
  });

  it('of an earlier day are reported where no others were shared', async () => {
    await share(aFile('old.jpg'));
    age();
    const { address } = renderSignedIn('/admin/photos?shared');

    const message = 'The shared photos were deleted after a day. Share them again.';
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(address()).toBe('/admin/photos');
  });

  it('do not return when the dialog is reopened during their deletion', async () => {
    await share(aFile('harbour.jpg'));
    const { user } = renderSignedIn('/admin/photos?shared');
    await screen.findByRole('img', { name: 'Preview of harbour.jpg' });
    const open = delayFolder();

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click((await screen.findAllByRole('button', { name: 'Add Photo' }))[0]!);
    await waitFor(() => expect(saved.locks.waiting.size).toBe(1));
    open();
    await waitFor(() => expect(saved.root.names('shared')).toEqual([]));
    await waitFor(() => expect(saved.locks.waiting.size).toBe(0));

    expect(screen.getByRole('dialog', { name: 'Upload Photo' })).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Preview of harbour.jpg' })).toBeNull();
  });

  it('wait for the sign-in', async () => {
    await share(aFile('harbour.jpg'));
    const page = renderSignedIn('/admin/photos?shared');
    act(tokenStore.clearInvalid);
    await screen.findByLabelText('Email');
    expect(saved.root.names('shared')).toHaveLength(2);
    await signInAgain(page);

    expect(await screen.findByRole('img', { name: 'Preview of harbour.jpg' })).toBeVisible();
  });

  it('that are read late open no dialog on another page', async () => {
    await share(aFile('harbour.jpg'));
    const open = delayFolder();
    const { address, user } = renderSignedIn('/admin/photos?shared', { 'GET /news': () => aNewsList([]) });
    await waitFor(() => expect(saved.locks.isHeld('shared')).toBe(true));
    await user.click(screen.getByRole('link', { name: 'News' }));
    await screen.findByRole('heading', { name: 'Manage News' });

    open();
    await waitFor(() => expect(saved.locks.isHeld('shared')).toBe(false));

    expect(address()).toBe('/admin/news');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    // They wait for the dialog.
    await user.click(screen.getByRole('link', { name: 'Photos' }));
    await user.click((await screen.findAllByRole('button', { name: 'Add Photo' }))[0]!);
    expect(await screen.findByRole('img', { name: 'Preview of harbour.jpg' })).toBeVisible();
  });

  it('that were not saved are reported', async () => {
    const { address } = renderSignedIn('/admin/photos?shared');

    expect(await screen.findByText('The shared photos could not be saved in this browser')).toBeInTheDocument();
    expect(address()).toBe('/admin/photos');
  });
});
