import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aFile, aGallery, aGalleryList, aPhoto, aUser } from '../../../../../test/factories.ts';
import { failing, unreachable } from '../../../../../test/fake-api.ts';
import { drop } from '../../../../../test/drop.ts';
import { fakeUploads, type FakeUpload } from '../../../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../../test/sign-in-again.ts';
import { tokenStore } from '../../../../app/data/token-store.ts';

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
});
afterEach(() => void jest.useRealTimers());

async function dropFive() {
  const page = renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });
  drop(['one.jpg', 'two_at-dusk.jpg', 'three.jpg', 'four.jpg', 'five.jpg'].map((name) => aFile(name)));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Upload Photos' })) };
}

const row = (name: string) => within(screen.getByRole('listitem', { name }));
/** The visible summary. */
const summary = (text: string) => screen.getByText(text, { selector: 'header > p' });
const started = () => uploads.map(({ fields }) => fields.title);

describe('the upload of several photos', () => {
  it('derives editable titles from the file names', async () => {
    const { user, dialog } = await dropFive();
    const title = dialog.getByLabelText('Title of two_at-dusk.jpg');

    expect(title).toHaveValue('Two at dusk');
    await user.clear(title);
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
    expect(await dialog.findByText('Title is required')).toBeVisible();
    await user.type(title, 'Dusk');
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));

    await waitFor(() => expect(started()).toEqual(['One', 'Dusk', 'Three']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('sends in the order of the file names when that is selected', async () => {
    const { user } = renderSignedIn('/admin/photos');
    await screen.findByRole('heading', { name: 'Photos' });
    drop(['ebb_10.jpg', 'ebb_9.jpg', 'Ebb_1.jpg'].map((name) => aFile(name)));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
    const titles = () => dialog.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value);

    expect(titles()).toEqual(['Ebb 10', 'Ebb 9', 'Ebb 1']);
    await user.selectOptions(dialog.getByLabelText('Order'), 'File name');
    expect(titles()).toEqual(['Ebb 1', 'Ebb 9', 'Ebb 10']);
    await user.type(dialog.getByLabelText('Title of ebb_9.jpg'), ', late');
    await user.click(dialog.getByRole('button', { name: 'Upload 3 Photos' }));

    await waitFor(() =>
      expect(uploads.map(({ fields }) => [fields.title, fields.batch_place])).toEqual([
        ['Ebb 1', '0'],
        ['Ebb 9, late', '1'],
        ['Ebb 10', '2'],
      ]),
    );
  });

  it('lists invalid files and skips them', async () => {
    const { user } = renderSignedIn('/admin/photos');
    await screen.findByRole('heading', { name: 'Photos' });
    drop([aFile('one.jpg'), aFile('notes.txt', { type: 'text/plain' })]);
    const dialog = within(await screen.findByRole('dialog'));

    expect(dialog.getByText('Please select an image file')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Upload 1 Photo' }));

    await waitFor(() => expect(started()).toEqual(['One']));
  });

  it('sends three files at a time, each with its position in the batch, and retries a failed one', async () => {
    const { user, dialog } = await dropFive();
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));

    await waitFor(() => expect(started()).toEqual(['One', 'Two at dusk', 'Three']));
    expect(row('Four').getByText('Waiting')).toBeVisible();
    await uploads[1]!.progress(0.5);
    expect(row('Two at dusk').getByRole('progressbar')).toHaveValue(0.5);

    await uploads[0]!.respond({ photo: aPhoto() });
    expect(row('One').getByText('Uploaded')).toBeVisible();
    expect(started()).toHaveLength(4);
    await uploads[1]!.respond(failing('server.failed'));
    expect(row('Two at dusk').getByText('Something went wrong')).toBeVisible();
    for (const upload of [uploads[2], uploads[3], uploads[4]]) await upload!.respond({ photo: aPhoto() });
    expect(summary('4 uploaded, 1 failed')).toBeVisible();
    const [first] = within(screen.getByRole('region', { name: 'Uploads' })).getAllByRole('listitem');
    expect(first).toHaveAccessibleName('Two at dusk');

    await user.click(screen.getByRole('button', { name: 'Retry Two at dusk' }));
    await waitFor(() => expect(uploads).toHaveLength(6));
    expect(screen.getByRole('button', { name: 'Cancel Two at dusk' })).toHaveFocus();
    await uploads[5]!.respond({ photo: aPhoto() });
    expect(screen.getByRole('region', { name: 'Uploads' })).toHaveFocus();

    expect(summary('5 uploaded')).toBeVisible();
    const { batch_id } = uploads[0]!.fields;
    expect(batch_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uploads.map(({ fields }) => [fields.title, fields.batch_id, fields.batch_place])).toEqual([
      ['One', batch_id, '0'],
      ['Two at dusk', batch_id, '1'],
      ['Three', batch_id, '2'],
      ['Four', batch_id, '3'],
      ['Five', batch_id, '4'],
      ['Two at dusk', batch_id, '1'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('continues on other pages', async () => {
    const { user, dialog } = await dropFive();
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
    await user.click(screen.getByRole('link', { name: 'Galleries' }));
    await screen.findByRole('heading', { name: 'Galleries' });

    await uploads[0]!.respond({ photo: aPhoto() });

    expect(summary('1 of 5 uploaded')).toBeVisible();
  });

  it('cancels one upload or all', async () => {
    const { user, dialog } = await dropFive();
    await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
    await screen.findByRole('region', { name: 'Uploads' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.click(screen.getByRole('button', { name: 'Cancel One' }));
    expect(uploads[0]!.aborted).toBe(true);
    await waitFor(() => expect(started()).toContain('Four'));
    expect(screen.getByRole('region', { name: 'Uploads' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cancel All' }));

    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    expect(uploads.every(({ aborted }) => aborted)).toBe(true);
    expect(started()).not.toContain('Five');
  });

  it('confirms before the window is closed', async () => {
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

it('files above the upload limit are rejected and counted as skipped', async () => {
  const { user } = renderSignedIn('/admin/photos', { 'GET /admin/upload-limits': () => ({ megabytes: 1 }) });
  await screen.findByRole('heading', { name: 'Photos' });
  drop([
    aFile('one.jpg'),
    aFile('big.jpg', { bytes: 1024 * 1024 + 1 }),
    aFile('.DS_Store', { type: '' }),
    aFile('two.jpg'),
  ]);
  const dialog = within(await screen.findByRole('dialog'));

  expect(await dialog.findByText('Image size must be less than 1MB')).toBeVisible();
  expect(dialog.queryByText(/DS_Store/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Upload 2 Photos' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  for (const upload of uploads) await upload.respond({ photo: aPhoto() });

  expect(summary('2 uploaded, 1 skipped')).toBeVisible();
  // It would lead to this page.
  expect(screen.queryByRole('link', { name: 'View photos' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Galleries' }));
  expect(await screen.findByRole('link', { name: 'View photos' })).toHaveAttribute('href', '/admin/photos');
});

it('the link to uploaded photos leads to their gallery, until that is shown', async () => {
  const gallery = aGallery({ id: 7, title: 'Slack Water' });
  const { user } = renderSignedIn('/admin/photos', { 'GET /galleries': () => aGalleryList([gallery]) });
  await screen.findByRole('heading', { name: 'Photos' });
  drop([aFile('one.jpg'), aFile('two.jpg')]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
  await dialog.findByRole('option', { name: 'Slack Water' });
  await user.selectOptions(dialog.getByLabelText('Gallery'), 'Slack Water');
  await user.click(dialog.getByRole('button', { name: 'Upload 2 Photos' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  for (const upload of uploads) await upload.respond({ photo: aPhoto() });

  const link = screen.getByRole('link', { name: 'View photos' });
  expect(link).toHaveAttribute('href', '/admin/photos?gallery=7');
  await user.click(link);

  await waitFor(() => expect(link).not.toBeInTheDocument());
  expect(screen.getByRole('region', { name: 'Uploads' })).toHaveFocus();
});

describe('thumbnails', () => {
  const createImageBitmap = jest.fn(async (_: File) => Promise.reject(new Error('damaged')));
  const IntersectionObserver = jest.fn((_enter: (entries: object[]) => void, _: IntersectionObserverInit) => ({
    observe() {},
    disconnect() {},
  }));
  beforeEach(() => void Object.assign(window, { createImageBitmap, IntersectionObserver }));
  afterEach(() => {
    for (const name of ['createImageBitmap', 'IntersectionObserver']) Reflect.deleteProperty(window, name);
  });

  it('are drawn as they come near the visible part of the dialog', async () => {
    await dropFive();

    const options = { root: screen.getByRole('dialog'), rootMargin: '200px' };
    expect(IntersectionObserver.mock.calls).toEqual(Array(5).fill([expect.any(Function), options]));
    const enter = IntersectionObserver.mock.calls[1]![0];
    await act(async () => enter([{ isIntersecting: false }]));
    expect(createImageBitmap).not.toHaveBeenCalled();
    await act(async () => enter([{ isIntersecting: true }]));
    expect(createImageBitmap.mock.calls.map(([{ name }]) => name)).toEqual(['two_at-dusk.jpg']);
  });
});

it('a drop without photos shows an error', async () => {
  renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });

  drop([aFile('.DS_Store', { type: '' })]);

  expect(await screen.findByText('No photos found')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a file that the API refuses has no retry, and its name is shown', async () => {
  const { user, dialog } = await dropFive();
  await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
  await waitFor(() => expect(uploads).toHaveLength(3));
  await uploads[1]!.respond(failing('image.damaged'));

  expect(row('Two at dusk').getByText('The image is damaged and cannot be read')).toBeVisible();
  expect(row('Two at dusk').getByText('Retrying two_at-dusk.jpg won’t help.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry Two at dusk' })).toBeNull();
});

it('uploads pause while the API is unreachable, and resume on request', async () => {
  const { user, dialog } = await dropFive();
  await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
  await waitFor(() => expect(uploads).toHaveLength(3));
  for (const upload of uploads.slice(0, 3)) await upload.loseConnection();

  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'The site cannot be reached. Waiting…',
    ),
  );
  expect(uploads).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Retry now' }));

  await waitFor(() => expect(uploads).toHaveLength(6));
});

it('the progress is announced in quarters', async () => {
  const { user, dialog } = await dropFive();
  await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
  await waitFor(() => expect(uploads).toHaveLength(3));
  const region = screen.getByRole('region', { name: 'Uploads' });
  const readOut = () => within(region).getByRole('status').textContent;

  await uploads[0]!.respond({ photo: aPhoto() });
  expect(readOut()).toBe('Uploading 5 photos');
  await uploads[1]!.respond(failing('image.damaged'));
  expect(readOut()).toBe('Uploading 5 photos');
  await uploads[2]!.respond({ photo: aPhoto() });
  expect(readOut()).toBe('Uploading 5 photos, 25% uploaded');
});

it('uploads pause when the session ends, and resume after the next sign-in', async () => {
  const { user, dialog, api } = await dropFive();
  await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
  await waitFor(() => expect(uploads).toHaveLength(3));
  await uploads[0]!.respond({ photo: aPhoto() });
  await uploads[1]!.respond(failing('auth.required'));

  expect(await screen.findByText('Uploads paused: sign in to continue (4 photos)')).toBeInTheDocument();
  const before = uploads.length;
  await signInAgain({ user, api });

  await waitFor(() => expect(uploads).toHaveLength(before + 3));
  for (let next = before; next < before + 4; next++) await uploads[next]!.respond({ photo: aPhoto() });
  expect(uploads[before]!.headers).toHaveProperty('authorization', 'Bearer another-token');
  expect(summary('5 uploaded')).toBeVisible();
});

it('uploads continue with a token replaced in another tab', async () => {
  const { user, dialog } = await dropFive();
  await user.click(dialog.getByRole('button', { name: 'Upload 5 Photos' }));
  await waitFor(() => expect(uploads).toHaveLength(3));
  act(() => tokenStore.set('another-token'));

  for (const upload of uploads.slice(0, 3)) await upload.respond(failing('auth.required'));

  await waitFor(() => expect(started()).toEqual(['One', 'Two at dusk', 'Three', 'One', 'Two at dusk', 'Three']));
  expect(uploads[3]!.headers).toHaveProperty('authorization', 'Bearer another-token');
  for (let next = 3; next < 8; next++) await uploads[next]!.respond({ photo: aPhoto() });
  expect(summary('5 uploaded')).toBeVisible();
});

/** Five files with one typed title, one removed and one added file, when the session ends. */
async function typeUntilSignedOut() {
  const page = await dropFive();
  const { user, dialog } = page;
  const title = dialog.getByLabelText('Title of one.jpg');
  await user.clear(title);
  await user.type(title, 'First light');
  await user.click(dialog.getByRole('button', { name: 'Remove four.jpg' }));
  drop([aFile('six.jpg')], document.body);
  await dialog.findByLabelText('Title of six.jpg');
  act(tokenStore.clear);
  await screen.findByLabelText('Email');
  return page;
}

it('selected files and titles survive the end of the session', async () => {
  const page = await typeUntilSignedOut();
  await signInAgain(page);

  expect(await screen.findByLabelText('Title of one.jpg')).toHaveValue('First light');
  expect(screen.queryByLabelText('Title of four.jpg')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Upload 5 Photos' }));

  await waitFor(() => expect(started()).toEqual(['First light', 'Two at dusk', 'Three']));
});

it('uploads are cleared when somebody else signs in', async () => {
  const page = await typeUntilSignedOut();
  await signInAgain(page, { ...aUser(), id: 4711 });

  expect(await screen.findByRole('dialog', { name: 'Upload Photo' })).toBeVisible();
  drop([aFile('seven.jpg'), aFile('eight.jpg')], document.body);
  expect(await screen.findByRole('button', { name: 'Upload 2 Photos' })).toBeVisible();
  expect(screen.queryByLabelText('Title of one.jpg')).toBeNull();
});

it('the selection is cleared when the user returns to another page', async () => {
  const page = await typeUntilSignedOut();
  await page.go('/admin/galleries');
  await signInAgain(page);
  await screen.findByRole('heading', { name: 'Galleries' });

  drop([aFile('seven.jpg'), aFile('eight.jpg')]);

  expect(await screen.findByRole('button', { name: 'Upload 2 Photos' })).toBeVisible();
});

describe('adding more photos', () => {
  it('preserves the typed titles', async () => {
    const { user, dialog } = await dropFive();
    await user.type(dialog.getByLabelText('Title of one.jpg'), ' of all');

    drop([aFile('six.jpg')], document.body);
    expect(await dialog.findByLabelText('Title of six.jpg')).toHaveValue('Six');
    await user.upload(dialog.getByLabelText('More photos'), [aFile('seven.jpg'), aFile('eight.jpg')]);

    expect(await dialog.findByRole('button', { name: 'Upload 8 Photos' })).toBeVisible();
    expect(dialog.getByLabelText('Title of one.jpg')).toHaveValue('One of all');
  });

  it('shows an error for a folder without photos', async () => {
    const { dialog } = await dropFive();

    drop([aFile('.DS_Store', { type: '' })], document.body);

    expect(await dialog.findByRole('alert')).toHaveTextContent('No photos found');
  });
});

/** Three uploads to one gallery. */
async function dropIntoGallery() {
  const gallery = aGallery({ title: 'Slack Water', slug: 'slack-water' });
  const order = `PUT /galleries/${gallery.id}/order`;
  const page = renderSignedIn('/admin/photos', {
    'GET /galleries': () => aGalleryList([gallery]),
    [order]: () => ({ gallery }),
  });
  const { user, api } = page;
  await screen.findByRole('heading', { name: 'Photos' });
  drop([aFile('one.jpg'), aFile('two.jpg'), aFile('three.jpg')]);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: 'Slack Water' });
  await user.selectOptions(dialog.getByLabelText('Gallery'), 'Slack Water');
  await user.click(dialog.getByRole('button', { name: 'Upload 3 Photos' }));
  await waitFor(() => expect(uploads).toHaveLength(3));
  const photos = [1, 2, 3].map(() => aPhoto({ galleries: [gallery] }));
  return { ...page, gallery, photos, orders: () => api.bodiesOf(order) };
}

it('uploaded photos get the order of the list in their gallery', async () => {
  const { api, gallery, photos, orders } = await dropIntoGallery();

  for (const index of [2, 1, 0]) await uploads[index]!.respond({ photo: photos[index] });

  // Other photos of the gallery are not part of the request.
  await waitFor(() => expect(orders()).toEqual([{ photo_ids: photos.map(({ id }) => id) }]));
  expect(api.bodiesOf(`PUT /galleries/${gallery.id}`)).toEqual([]);
});

it('the photos are refetched also when their order was not saved', async () => {
  const { api, gallery, photos } = await dropIntoGallery();
  let fail!: () => void;
  const failure = new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))));
  const order = `PUT /galleries/${gallery.id}/order`;
  api.respond(order, () => failure);
  const fetched = () => api.calls.filter(({ route }) => route === 'GET /galleries').length;
  jest.useFakeTimers({ advanceTimers: true });
  for (const [index, photo] of photos.entries()) await uploads[index]!.respond({ photo });
  await waitFor(() => expect(api.bodiesOf(order)).toHaveLength(1));
  // The refetches after the uploads.
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  const before = fetched();

  fail();
  expect(await screen.findByText('Uploaded, but the order was not saved')).toBeInTheDocument();

  await waitFor(() => expect(fetched()).toBe(before + 1));
});

it('an order that was not saved can be sent again, unless it was refused', async () => {
  const { user, api, gallery, photos, orders } = await dropIntoGallery();
  const order = `PUT /galleries/${gallery.id}/order`;
  api.respond(order, unreachable);
  jest.useFakeTimers({ advanceTimers: true });
  for (const [index, photo] of photos.entries()) await uploads[index]!.respond({ photo });
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  // Other toasts fade out by then.
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(retry.closest('[role=alert]')).not.toHaveAttribute('data-leaving');

  api.respond(order, () => failing('gallery.not-found'));
  await user.click(retry);

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull());
  expect(screen.getByText('Uploaded, but the order was not saved')).toBeInTheDocument();
  expect(orders()).toEqual(Array(2).fill({ photo_ids: photos.map(({ id }) => id) }));
});

it('an order that was not saved is not shown to somebody else', async () => {
  const page = await dropIntoGallery();
  page.api.respond(`PUT /galleries/${page.gallery.id}/order`, unreachable);
  for (const [index, photo] of page.photos.entries()) await uploads[index]!.respond({ photo });
  await screen.findByRole('button', { name: 'Try Again' });

  act(tokenStore.clear);
  await signInAgain(page, { ...aUser(), id: 4711 });

  await screen.findByRole('heading', { name: 'Photos' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull());
  expect(screen.getByText('Welcome back!')).toBeInTheDocument();
});

it('a retried upload leaves the order of the gallery', async () => {
  const { user, photos, orders } = await dropIntoGallery();
  const [one, two, three] = photos;
  await uploads[0]!.respond(failing('server.failed'));
  await uploads[2]!.respond({ photo: three });
  await uploads[1]!.respond({ photo: two });
  await waitFor(() => expect(orders()).toEqual([{ photo_ids: [two!.id, three!.id] }]));

  await user.click(screen.getByRole('button', { name: 'Retry One' }));
  await waitFor(() => expect(uploads).toHaveLength(4));
  await uploads[3]!.respond({ photo: one });

  // Flushes pending promises.
  await act(async () => {});
  expect(orders()).toHaveLength(1);
});
