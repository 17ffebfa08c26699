import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aFile, aPhoto } from '../../../test/factories.ts';
import { failing } from '../../../test/fake-api.ts';
import { fakeUploads, type FakeUpload } from '../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
});

/** Lets go of files over the page, as from a folder on the desktop. */
function drop(files: File[]) {
  const dataTransfer = { types: ['Files'], files };
  fireEvent(window, Object.assign(new Event('dragover', { cancelable: true }), { dataTransfer }));
  fireEvent(window, Object.assign(new Event('drop', { cancelable: true }), { dataTransfer }));
}

async function dropFive() {
  const page = renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });
  drop(['one.jpg', 'two_at-dusk.jpg', 'three.jpg', 'four.jpg', 'five.jpg'].map((name) => aFile(name)));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Upload Photos' })) };
}

const row = (name: string) => within(screen.getByRole('listitem', { name }));
const started = () => uploads.map(({ fields }) => fields.title);

describe('several photos at once', () => {
  it('get titles from their files’ names, which can be changed', async () => {
    const { user, dialog } = await dropFive();
    const title = dialog.getByLabelText('Title of two_at-dusk.jpg');

    expect(title).toHaveValue('Two at dusk');
    await user.clear(title);
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
    expect(await dialog.findByText('Title is required')).toBeVisible();
    await user.type(title, 'Dusk');
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));

    await waitFor(() => expect(started()).toEqual(['One', 'Dusk', 'Three']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('name what cannot go, and leave it out', async () => {
    const { user } = renderSignedIn('/admin/photos');
    await screen.findByRole('heading', { name: 'Photos' });
    drop([aFile('one.jpg'), aFile('notes.txt', { type: 'text/plain' })]);
    const dialog = within(await screen.findByRole('dialog'));

    expect(dialog.getByText('Please select an image file')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Upload 1 Photo' }));

    await waitFor(() => expect(started()).toEqual(['One']));
  });

  it('go three at a time, and one that fails can be tried again', async () => {
    const { user, dialog } = await dropFive();
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));

    await waitFor(() => expect(started()).toEqual(['One', 'Two at dusk', 'Three']));
    expect(row('Four').getByText('Waiting')).toBeVisible();
    await uploads[1]!.progress(0.5);
    expect(row('Two at dusk').getByRole('progressbar')).toHaveValue(0.5);

    await uploads[0]!.answer({ photo: aPhoto() });
    expect(row('One').getByText('Uploaded')).toBeVisible();
    expect(started()).toHaveLength(4);
    await uploads[1]!.answer(failing('image.damaged'));
    expect(row('Two at dusk').getByText('The image is damaged and cannot be read')).toBeVisible();
    for (const upload of [uploads[2], uploads[3], uploads[4]]) await upload!.answer({ photo: aPhoto() });
    expect(screen.getByText('4 of 5 uploaded, 1 failed')).toBeVisible();
    const [first] = within(screen.getByRole('region', { name: 'Uploads' })).getAllByRole('listitem');
    expect(first).toHaveAccessibleName('Two at dusk');

    await user.click(screen.getByRole('button', { name: 'Retry Two at dusk' }));
    await uploads[5]!.answer({ photo: aPhoto() });

    expect(uploads[5]!.fields.title).toBe('Two at dusk');
    expect(screen.getByText('5 of 5 uploaded')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  it('go on while the artist looks at another page', async () => {
    const { user, dialog } = await dropFive();
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
    await user.click(screen.getByRole('link', { name: 'Galleries' }));
    await screen.findByRole('heading', { name: 'Galleries' });

    await uploads[0]!.answer({ photo: aPhoto() });

    expect(screen.getByText('1 of 5 uploaded')).toBeVisible();
  });

  it('can be called off, one or all', async () => {
    const { user, dialog } = await dropFive();
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
    await screen.findByRole('region', { name: 'Uploads' });

    await user.click(screen.getByRole('button', { name: 'Cancel One' }));
    expect(uploads[0]!.aborted).toBe(true);
    await waitFor(() => expect(started()).toContain('Four'));
    await user.click(screen.getByRole('button', { name: 'Cancel All' }));

    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    expect(uploads.every(({ aborted }) => aborted)).toBe(true);
    expect(started()).not.toContain('Five');
  });

  it('are asked about before the window is closed on them', async () => {
    const { user, dialog } = await dropFive();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      act(() => void window.dispatchEvent(event));
      return event.defaultPrevented;
    };

    expect(leave()).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
    await screen.findByRole('region', { name: 'Uploads' });

    expect(leave()).toBe(true);
  });
});
