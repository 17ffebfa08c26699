import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PhotoView } from '@portfolio/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { drop } from '../../../../../test/drop.ts';
import { aPhoto } from '../../../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached, type ApiCall } from '../../../../../test/fake-api.ts';
import { fakeUploads, type FakeUpload } from '../../../../../test/fake-uploads.ts';
import { aFileOf, hashOf, withHashing } from '../../../../../test/file-contents.ts';
import { renderSignedIn } from '../../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../../test/sign-in-again.ts';
import { tokenStore } from '../../../../app/data/token-store.ts';

withHashing();

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
});

const titles = () => uploads.map(({ fields }) => fields.title);

/** Handler of a site that has photos of these files. */
function photosOf(...words: string[]) {
  return ({ body }: ApiCall) => {
    const { content_hashes: requested } = body as { content_hashes: string[] };
    const known = words.filter((one) => requested.includes(hashOf(one)));
    return { known: known.map((one) => ({ content_hash: hashOf(one), photo: aPhoto({ title: `${one}, as hung` }) })) };
  };
}

/** Handler of a site that has photos of these files. It responds after `hold` only from `release` on. */
function delayedPhotosOf(...words: string[]) {
  const known = photosOf(...words);
  let release = () => {};
  let responded = Promise.resolve();
  return {
    known: (call: ApiCall) => responded.then(() => known(call)),
    hold: () => {
      responded = new Promise((resolve) => (release = resolve));
    },
    release: () => release(),
  };
}

/** A file that is hashed at once, and whose details are read as the test says. */
function aSlowFile(content: string) {
  const file = aFileOf(content);
  let read = () => {};
  const held = new Promise<ArrayBuffer>((resolve) => (read = () => resolve(new ArrayBuffer(0))));
  const hashed = file.arrayBuffer();
  const reads = jest.spyOn(file, 'arrayBuffer').mockReturnValueOnce(hashed).mockReturnValue(held);
  return {
    file,
    isBeingRead: () => waitFor(() => expect(reads).toHaveBeenCalledTimes(2)),
    read: () => act(async () => read()),
  };
}

async function dropOn(known: (call: ApiCall) => unknown, files: File[], file_details = false) {
  const page = renderSignedIn('/admin/photos', {
    'POST /photos/known': known,
    'GET /admin/upload-limits': () => ({ megabytes: 10, file_details }),
  });
  await screen.findByRole('heading', { name: 'Photos' });
  fireEvent(
    window,
    Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { types: ['Files'], files } }),
  );
  return { ...page, dialog: within(await screen.findByRole('dialog')) };
}

describe('several files with duplicates', () => {
  it('skip duplicates and show the existing photos', async () => {
    const { user, dialog, api } = await dropOn(
      photosOf('pier', 'quay'),
      ['pier', 'quay', 'reef'].map((one) => aFileOf(one)),
    );

    expect(await dialog.findByRole('heading', { name: '2 photos already uploaded' })).toBeVisible();
    const duplicates = within(dialog.getByRole('list', { name: 'Duplicates' }));
    expect(duplicates.getByText('pier, as hung')).toBeVisible();
    expect(duplicates.queryByRole('textbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Upload 1 Photo' }));

    await waitFor(() => expect(titles()).toEqual(['Reef']));
    expect(api.bodiesOf('POST /photos/known')).toHaveLength(1);
    await uploads[0]!.respond({ photo: aPhoto() });
    expect(screen.getByText('1 uploaded, 2 skipped', { selector: 'header > p' })).toBeVisible();
  });

  it('upload one duplicate anyway, in the order of the list', async () => {
    const { user, dialog } = await dropOn(
      photosOf('pier', 'quay'),
      ['pier', 'quay', 'reef'].map((one) => aFileOf(one)),
    );

    await user.click(await dialog.findByRole('checkbox', { name: 'Upload anyway: quay.jpg' }));
    const title = dialog.getByLabelText('Title of quay.jpg');
    await user.clear(title);
    await user.type(title, 'Quay, once more');
    await user.click(dialog.getByRole('button', { name: 'Upload 2 Photos' }));

    await waitFor(() => expect(titles()).toEqual(['Quay, once more', 'Reef']));
  });

  it('are still to be uploaded anyway after a new sign-in', async () => {
    const page = await dropOn(
      photosOf('pier', 'quay'),
      ['pier', 'quay'].map((one) => aFileOf(one)),
    );
    await page.user.click(await page.dialog.findByRole('checkbox', { name: 'Upload anyway: quay.jpg' }));

    act(tokenStore.clear);
    await signInAgain(page);

    expect(await screen.findByRole('checkbox', { name: 'Upload anyway: quay.jpg' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Upload anyway: pier.jpg' })).not.toBeChecked();
  });

  it('skip or upload all duplicates with one button', async () => {
    const { user, dialog } = await dropOn(
      photosOf('pier', 'quay'),
      ['pier', 'quay'].map((one) => aFileOf(one)),
    );

    await user.click(await dialog.findByRole('button', { name: 'Upload all anyway' }));
    expect(dialog.getByRole('button', { name: 'Upload 2 Photos' })).toBeEnabled();
    await user.click(dialog.getByRole('button', { name: 'Skip all' }));

    expect(dialog.getByRole('button', { name: 'Upload Photos' })).toBeDisabled();
  });

  it('detect the same file twice in one drop', async () => {
    const { user, dialog } = await dropOn(photosOf(), [aFileOf('pier'), aFileOf('pier', 'copy.jpg'), aFileOf('reef')]);

    expect(await dialog.findByText('The same file as')).toHaveTextContent('The same file as pier.jpg');
    expect(dialog.getByRole('heading', { name: '1 duplicate' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Upload 2 Photos' }));

    await waitFor(() => expect(titles()).toEqual(['Pier', 'Reef']));
  });

  it('upload a copy whose other file was removed', async () => {
    const { user, dialog } = await dropOn(photosOf(), [aFileOf('pier'), aFileOf('pier', 'copy.jpg'), aFileOf('reef')]);
    await dialog.findByText('The same file as');

    await user.click(dialog.getByRole('button', { name: 'Remove pier.jpg' }));
    expect(dialog.queryByText('The same file as')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Remove reef.jpg' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Upload 2 Photos' }));

    await waitFor(() => expect(titles()).toEqual(['Copy', 'Reef']));
  });

  it('upload without the check while the API is unreachable', async () => {
    const { user, dialog } = await dropOn(unreachable, [aFileOf('pier'), aFileOf('reef')]);

    await user.click(dialog.getByRole('button', { name: 'Upload 2 Photos' }));

    await waitFor(() => expect(titles()).toEqual(['Pier', 'Reef']));
  });

  it('wait for the check on submit, and show duplicates first', async () => {
    const check = delayedPhotosOf('pier');
    check.hold();
    const { user, dialog } = await dropOn(check.known, [aFileOf('pier'), aFileOf('reef')]);

    await user.click(dialog.getByRole('button', { name: 'Upload 2 Photos' }));
    expect(await dialog.findByRole('button', { name: 'Checking...' })).toHaveAttribute('aria-disabled', 'true');
    check.release();

    expect(await dialog.findByRole('button', { name: 'Upload 1 Photo' })).toBeEnabled();
    expect(dialog.getByText('pier, as hung')).toBeVisible();
    expect(uploads).toHaveLength(0);
  });

  it('keep the focus in the row of a file that is found to be a duplicate', async () => {
    const check = delayedPhotosOf('pier');
    check.hold();
    const { user, dialog } = await dropOn(check.known, [aFileOf('pier'), aFileOf('reef')]);
    await user.click(dialog.getByLabelText('Title of pier.jpg'));

    check.release();

    const question = await dialog.findByRole('checkbox', { name: 'Upload anyway: pier.jpg' });
    expect(dialog.getByRole('listitem', { name: 'pier.jpg' })).toHaveFocus();
    await user.keyboard(' ');
    expect(question).not.toBeChecked();
  });

  it('stay in their list while added files are checked', async () => {
    const check = delayedPhotosOf('pier');
    const { user, dialog } = await dropOn(check.known, [aFileOf('pier'), aFileOf('reef')]);
    await user.click(await dialog.findByRole('checkbox', { name: 'Upload anyway: pier.jpg' }));
    const title = dialog.getByLabelText('Title of pier.jpg');
    await user.type(title, ' again');
    check.hold();

    drop([aFileOf('quay')], document.body);
    await dialog.findByLabelText('Title of quay.jpg');

    expect(title).toHaveFocus();
    expect(dialog.getByRole('checkbox', { name: 'Upload anyway: pier.jpg' })).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Upload 3 Photos' }));
    await dialog.findByRole('button', { name: 'Checking...' });
    check.release();
    await waitFor(() => expect(titles()).toEqual(['Pier again', 'Reef', 'Quay']));
  });

  it('upload a duplicate that is chosen while a submit waits', async () => {
    const { file, isBeingRead, read } = aSlowFile('reef');
    const { user, dialog } = await dropOn(photosOf('pier'), [aFileOf('pier'), file], true);
    const question = await dialog.findByRole('checkbox', { name: 'Upload anyway: pier.jpg' });
    await isBeingRead();
    await user.click(dialog.getByRole('button', { name: 'Upload 1 Photo' }));
    await dialog.findByRole('button', { name: 'Checking...' });

    await user.click(question);
    await read();

    await waitFor(() => expect(titles()).toEqual(['Pier', 'Reef']));
  });
});

describe('one duplicate file', () => {
  it('is uploaded after a confirmation while the submit waits', async () => {
    const { file, isBeingRead, read } = aSlowFile('pier');
    const { user, dialog } = await dropOn(photosOf('pier'), [file], true);
    const question = await dialog.findByRole('checkbox', { name: 'Upload anyway' });
    await user.type(dialog.getByLabelText('Title'), 'Pier');
    await isBeingRead();
    await user.click(dialog.getByRole('button', { name: 'Upload Photo' }));
    await dialog.findByRole('button', { name: 'Uploading...' });

    await user.click(question);
    await read();

    await waitFor(() => expect(titles()).toEqual(['Pier']));
  });

  it('is uploaded after confirmation', async () => {
    const { user, dialog } = await dropOn(photosOf('pier'), [aFileOf('pier')]);
    expect(await dialog.findByText('pier, as hung')).toBeVisible();
    await user.type(dialog.getByLabelText('Title'), 'Pier');

    await user.click(dialog.getByRole('button', { name: 'Upload Photo' }));
    expect(await dialog.findByText('Choose “Upload anyway” to upload a duplicate')).toBeVisible();
    const question = dialog.getByRole('checkbox', { name: 'Upload anyway' });
    expect(question).toHaveFocus();
    expect(uploads).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Upload Photo' }));
    await waitFor(() => expect(question).toHaveFocus());
    await user.keyboard(' ');
    await user.click(dialog.getByRole('button', { name: 'Upload Photo' }));

    await waitFor(() => expect(titles()).toEqual(['Pier']));
  });

  it('does not block the upload of another file', async () => {
    const isAboutPier = ({ body }: ApiCall) => JSON.stringify(body).includes(hashOf('pier'));
    const never = new Promise(() => {});
    const { user, dialog } = await dropOn((call) => (isAboutPier(call) ? never : { known: [] }), [aFileOf('pier')]);
    await user.type(dialog.getByLabelText('Title'), 'Quay');
    await user.click(dialog.getByRole('button', { name: 'Upload Photo' }));
    expect(await dialog.findByRole('button', { name: 'Uploading...' })).toBeVisible();

    await user.upload(dialog.getByLabelText('Image'), aFileOf('quay'));
    const submit = await dialog.findByRole('button', { name: 'Upload Photo' });
    expect(uploads).toHaveLength(0);
    await user.click(submit);

    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]!.form.get('image')).toHaveProperty('name', 'quay.jpg');
  });
});

it('the upload form saves input that is typed during the upload', async () => {
  const photo = aPhoto({ title: 'Pier' });
  const put = `PUT /photos/${photo.id}`;
  let known: object[] = [];
  const { user, dialog, api } = await dropOn(() => ({ known }), [aFileOf('pier')]);
  let respond = () => {};
  api.respond(put, () => new Promise((resolve) => (respond = () => resolve({ photo }))));
  await user.type(dialog.getByLabelText('Title'), 'Pier');
  await user.click(dialog.getByRole('button', { name: 'Upload Photo' }));
  await waitFor(() => expect(uploads).toHaveLength(1));

  await user.type(dialog.getByLabelText('Description'), 'At dusk');
  known = [{ content_hash: hashOf('pier'), photo }];
  await uploads[0]!.respond({ photo });

  const sent = expect.objectContaining({ title: 'Pier', description: 'At dusk' });
  await waitFor(() => expect(api.bodiesOf(put)).toEqual([sent]));
  respond();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(uploads).toHaveLength(1);
  expect(screen.getAllByText('Photo uploaded successfully!')).toHaveLength(1);
});

describe('one file whose response was lost', () => {
  /** Photos of the file on the server. */
  let existing: PhotoView[];
  beforeEach(() => {
    existing = [];
  });

  async function loseResponse(response?: FakeResponse) {
    const known = () => ({ known: existing.map((photo) => ({ content_hash: hashOf('pier'), photo })) });
    const page = await dropOn(known, [aFileOf('pier')]);
    const { user, dialog } = page;
    const submit = () => user.click(dialog.getByRole('button', { name: 'Upload Photo' }));
    await user.type(dialog.getByLabelText('Title'), 'Pier');
    if (existing.length > 0) await user.click(await dialog.findByRole('checkbox', { name: 'Upload anyway' }));
    await submit();
    await waitFor(() => expect(uploads).toHaveLength(1));
    if (response) await uploads[0]!.respond(response);
    else await uploads[0]!.loseConnection();
    expect(await dialog.findByRole('alert')).toBeVisible();
    return { ...page, submit };
  }

  it.each([
    ['no response', undefined],
    ['a gateway error', new FakeResponse(502, null)],
    ['a server error', failing('server.failed')],
  ])('is not sent again after %s when the server has it', async (_, response) => {
    const { submit } = await loseResponse(response);
    existing = [aPhoto({ title: 'Pier' })];

    await submit();

    expect(await screen.findByText('Photo uploaded successfully!')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(uploads).toHaveLength(1);
  });

  it('gets the fields that were changed since', async () => {
    const { user, dialog, api, submit } = await loseResponse();
    const photo = aPhoto({ title: 'Pier' });
    existing = [photo];
    api.respond(`PUT /photos/${photo.id}`, () => ({ photo }));

    await user.type(dialog.getByLabelText('Title'), ' at dusk');
    await submit();

    expect(await screen.findByText('Photo uploaded successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(`PUT /photos/${photo.id}`)).toEqual([
      {
        title: 'Pier at dusk',
        description: null,
        alt_text: null,
        gallery_id: null,
        selling_price: null,
        is_for_sale: false,
      },
    ]);
    expect(uploads).toHaveLength(1);
  });

  it('gets the fields of the first attempt again when the second one was stored', async () => {
    const { user, dialog, api, submit } = await loseResponse();
    const photo = aPhoto({ title: 'Pier at dusk' });
    api.respond(`PUT /photos/${photo.id}`, () => ({ photo }));
    await user.type(dialog.getByLabelText('Title'), ' at dusk');
    await submit();
    await waitFor(() => expect(uploads).toHaveLength(2));
    await uploads[1]!.loseConnection();
    existing = [photo];

    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Pier');
    await submit();

    await waitFor(() =>
      expect(api.bodiesOf(`PUT /photos/${photo.id}`)).toEqual([expect.objectContaining({ title: 'Pier' })]),
    );
    expect(uploads).toHaveLength(2);
  });

  it('does not close the next dialog when its changed fields are saved after Cancel', async () => {
    const { user, dialog, api, submit } = await loseResponse();
    const photo = aPhoto({ title: 'Pier' });
    existing = [photo];
    let respond = () => {};
    api.respond(`PUT /photos/${photo.id}`, () => new Promise((resolve) => (respond = () => resolve({ photo }))));
    await user.type(dialog.getByLabelText('Title'), ' at dusk');
    await submit();
    await waitFor(() => expect(api.bodiesOf(`PUT /photos/${photo.id}`)).toHaveLength(1));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    drop([aFileOf('quay')]);
    expect(await screen.findByRole('img', { name: 'Preview of quay.jpg' })).toBeInTheDocument();
    await act(async () => respond());

    expect(await screen.findByText('Photo uploaded successfully!')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Preview of quay.jpg' })).toBeInTheDocument();
  });

  it('is sent again when the server does not have it', async () => {
    const { submit } = await loseResponse();

    await submit();

    await waitFor(() => expect(titles()).toEqual(['Pier', 'Pier']));
  });

  it('is sent again when the server only has an older duplicate', async () => {
    existing = [aPhoto({ title: 'Pier' })];
    const { submit } = await loseResponse();

    await submit();

    await waitFor(() => expect(titles()).toEqual(['Pier', 'Pier']));
  });

  it('is not sent while the server is unreachable, nor after the dialog was closed', async () => {
    const { user, api, dialog, submit } = await loseResponse();
    api.respond('POST /photos/known', unreachable);
    await submit();
    expect(await dialog.findByText(unreached('Failed to upload photo'))).toBeVisible();
    let respond = () => {};
    const responded = new Promise<void>((resolve) => (respond = resolve));
    api.respond('POST /photos/known', () => responded.then(() => ({ known: [] })));

    await submit();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await act(async () => respond());

    expect(uploads).toHaveLength(1);
  });
});
