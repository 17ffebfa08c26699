import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { drop } from '../../../test/drop.ts';
import { aFile, aUser, theSettings } from '../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { fakeUploads, type FakeUpload } from '../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';
import { signInAgain } from '../../../test/sign-in-again.ts';
import { tokenStore } from '../../app/data/token-store.ts';

const READY = { value: '/media/background/1/1600.jpeg', status: 'ready' } as const;

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
});

const open = (background: Parameters<typeof theSettings>[1] = {}, more: Parameters<typeof renderSignedIn>[1] = {}) =>
  renderSignedIn('/admin/settings', {
    'GET /admin/settings/website': () => theSettings({}, background),
    'GET /admin/upload-limits': () => ({ megabytes: 10 }),
    ...more,
  });

const section = async () => within(await screen.findByRole('region', { name: 'Background Image' }));
const previewed = () => screen.getByRole('img', { name: /^The home page/ }).querySelector('img');

/** Saves a focal point moved up. @returns `respond` ends the request */
async function startSaving() {
  const saved = { ...READY, failure: null, version: '"1"' };
  let respond = (_: unknown) => {};
  const { user } = open(saved, {
    'PUT /admin/settings/website': () => new Promise((resolve) => (respond = resolve)),
  });
  const background = await section();
  act(() => background.getByRole('button', { name: 'Focal point' }).focus());
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await user.click(background.getByRole('button', { name: 'Save Focal Point' }));
  const settings = { ...theSettings({ background_focus: '0.5 0.4' }, saved), message: '' };
  return { user, background, respond: () => act(async () => respond(settings)) };
}

/** Drops a file, which the `accept` of the input does not restrict. */
const dropImage = (file: File) => drop([file], screen.getByText(/^(Choose|Replace) Image$/));

describe('the background image', () => {
  it('is absent at first', async () => {
    open({}, { 'GET /admin/upload-limits': () => ({ megabytes: 25 }) });

    const background = await section();
    expect(background.getByText(/main page title section/)).toBeVisible();
    expect(await background.findByText('Max 25MB')).toBeVisible();
    expect(background.queryByRole('img')).toBeNull();
    expect(background.queryByRole('button', { name: 'Remove Image' })).toBeNull();
    expect(previewed()).toBeNull();
  });

  it('shows in the preview before its upload and can be cancelled', async () => {
    const { user } = open(READY);
    const background = await section();
    expect(background.getByRole('img', { name: 'Background image' })).toHaveAttribute('src', READY.value);
    expect(previewed()).toHaveAttribute('src', READY.value);

    await user.upload(background.getByLabelText('Replace Image'), aFile('harbour.jpg'));
    expect(background.getByRole('img', { name: 'Chosen: harbour.jpg' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^blob:/),
    );
    expect(previewed()).toHaveAttribute('src', expect.stringMatching(/^blob:/));
    expect(background.getByRole('status')).toHaveTextContent('Not uploaded yet');
    expect(uploads).toHaveLength(0);

    await user.click(background.getByRole('button', { name: 'Cancel' }));
    expect(previewed()).toHaveAttribute('src', READY.value);
  });

  it('uploads once with progress and is announced when ready', async () => {
    const { user, api, events } = open();
    const background = await section();
    await user.upload(background.getByLabelText('Choose Image'), aFile('harbour.jpg'));
    const send = background.getByRole('button', { name: 'Upload Image' });
    for (const detail of [1, 2]) fireEvent.click(send, { detail });
    await user.click(await background.findByRole('button', { name: 'Uploading...' }));
    expect(uploads).toHaveLength(1);
    expect((uploads[0]!.form.get('image') as File).name).toBe('harbour.jpg');

    await uploads[0]!.progress(0.4);
    expect(background.getByRole('progressbar')).toHaveTextContent('40%');
    const original = { value: '/media/background/2/original', status: 'processing' } as const;
    api.respond('GET /admin/settings/website', () => theSettings({}, original));
    api.calls.length = 0;
    await uploads[0]!.respond({ imageUrl: original.value, message: '' });

    expect(await screen.findByText('Background image uploaded successfully!')).toBeInTheDocument();
    // It completes a first step.
    expect(api.calls.map(({ route }) => route)).toContain('GET /admin/dashboard');
    expect(background.getByRole('status')).toHaveTextContent('Being prepared');
    expect(previewed()).toHaveAttribute('src', original.value);

    api.respond('GET /admin/settings/website', () => theSettings({}, READY));
    await events.emit({ type: 'background.ready', background_id: 2 });
    await waitFor(() => expect(previewed()).toHaveAttribute('src', READY.value));
    expect(background.getByRole('status')).toBeEmptyDOMElement();
  });

  it('can be replaced after an upload only when its version is known', async () => {
    let respond = (_: unknown) => {};
    const { user, api } = open({ ...READY, version: '"1"' });
    const background = await section();
    const upload = async () => {
      await user.upload(background.getByLabelText('Replace Image'), aFile('harbour.jpg'));
      await user.click(background.getByRole('button', { name: 'Upload Image' }));
    };
    await upload();
    api.respond('GET /admin/settings/website', () => new Promise((resolve) => (respond = resolve)));
    await uploads[0]!.respond({ imageUrl: READY.value, message: '' });
    expect(background.queryByLabelText('Replace Image')).toBeNull();

    await act(async () => respond(theSettings({}, { ...READY, version: '"2"' })));
    await upload();

    expect(uploads[1]!.headers).toMatchObject({ 'if-match': '"2"' });
  });

  it('shows a failed processing', async () => {
    const { api, events } = open({ value: '/media/background/2/original', status: 'processing' });
    const background = await section();

    api.respond('GET /admin/settings/website', () =>
      theSettings({}, { status: 'failed', failure: 'The image is damaged and cannot be read' }),
    );
    await events.emit({ type: 'background.failed', background_id: 2 });

    expect(await background.findByRole('alert')).toHaveTextContent('The image is damaged and cannot be read');
    expect(background.getByLabelText('Choose Image')).toBeInTheDocument();
  });

  it('keeps its focal point when the processing of the next one failed', async () => {
    const failed = theSettings({ background_focus: '0.5 0.4' }, { ...READY, status: 'failed' });
    open({}, { 'GET /admin/settings/website': () => failed });
    const background = await section();

    expect(previewed()!.style.objectPosition).toBe('50% 40%');
    expect(background.getByText('50% from the left, 40% from the top')).toBeVisible();
  });

  it.each([
    ['another file', aFile('notes.txt', { type: 'text/plain' }), 'Please select an image file'],
    ['a drawing', aFile('drawing.svg', { type: 'image/svg+xml' }), 'Please upload a JPEG, PNG, GIF or WebP image'],
    ['a huge image', aFile('huge.jpg', { bytes: 10 * 1024 * 1024 + 1 }), 'Image size must be less than 10MB'],
  ])('cannot be %s', async (_, file, message) => {
    open(READY);
    const background = await section();

    dropImage(file);

    const first = await background.findByRole('alert');
    expect(first).toHaveTextContent(message);
    expect(background.queryByRole('button', { name: 'Upload Image' })).toBeNull();
    expect(previewed()).toHaveAttribute('src', READY.value);

    dropImage(file);
    // Screen readers announce the same text only in a new element.
    await waitFor(() => expect(background.getByRole('alert')).not.toBe(first));

    dropImage(aFile('harbour.jpg'));
    expect(await background.findByRole('button', { name: 'Upload Image' })).toBeVisible();
    expect(background.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['the message of the API', failing('image.damaged'), 'The image is damaged and cannot be read'],
    ['the default message', new FakeResponse(502, null), 'Failed to upload image'],
  ])('stays selected after a refusal, with %s', async (_, response, message) => {
    const { user } = open();
    const background = await section();
    await user.upload(background.getByLabelText('Choose Image'), aFile());
    await user.click(background.getByRole('button', { name: 'Upload Image' }));

    await uploads[0]!.respond(response);

    expect(await background.findByRole('alert')).toHaveTextContent(message);
    await user.click(background.getByRole('button', { name: 'Upload Image' }));
    expect(uploads).toHaveLength(2);
    expect(background.queryByRole('alert')).toBeNull();
  });

  it('cancels an upload silently', async () => {
    const { user } = open();
    const background = await section();
    await user.upload(background.getByLabelText('Choose Image'), aFile());
    await user.click(background.getByRole('button', { name: 'Upload Image' }));

    await user.click(background.getByRole('button', { name: 'Cancel' }));

    expect(uploads[0]!.aborted).toBe(true);
    expect(await background.findByLabelText('Choose Image')).toBeInTheDocument();
    expect(background.queryByRole('alert')).toBeNull();
  });

  describe('replaced elsewhere', () => {
    const NEWER = { value: '/media/background/9/1600.jpeg', status: 'ready', failure: null, version: '"9"' } as const;
    const upload = async () => {
      const page = open({ ...READY, version: '"1"' });
      const background = await section();
      await page.user.upload(background.getByLabelText('Replace Image'), aFile('harbour.jpg'));
      page.api.respond('GET /admin/settings/website', () => theSettings({}, NEWER));
      await page.events.emit({ type: 'background.ready', background_id: 9 });
      await page.user.click(background.getByRole('button', { name: 'Upload Image' }));
      expect(uploads[0]!.headers).toMatchObject({ 'if-match': '"1"' });
      await uploads[0]!.respond(failing('request.outdated', undefined, { background_image: NEWER }, '"9"'));
      const question = within(await screen.findByRole('alertdialog', { name: 'Changed elsewhere' }));
      expect(question.getByRole('img', { name: 'harbour.jpg' })).toBeInTheDocument();
      expect(question.getByRole('img', { name: 'The newer image' })).toHaveAttribute('src', NEWER.value);
      return { ...page, background, question };
    };

    it('shows the conflict and replaces the newer one', async () => {
      const { user, question } = await upload();
      await user.click(question.getByRole('button', { name: 'Save mine' }));

      expect(uploads[1]!.headers).toMatchObject({ 'if-match': '"9"' });
      await uploads[1]!.respond({ imageUrl: '/media/background/10/original', message: '' });
      expect(await screen.findByText('Background image uploaded successfully!')).toBeInTheDocument();
    });

    it('shows the conflict and takes over the newer one', async () => {
      const { user, question, background } = await upload();
      await user.click(question.getByRole('button', { name: 'Use the newer one' }));

      expect(uploads).toHaveLength(1);
      expect(background.getByRole('img', { name: 'Background image' })).toHaveAttribute('src', NEWER.value);
      await waitFor(() => expect(background.getByRole('status').parentElement).toHaveFocus());
    });

    it('shows the conflict and stays selected', async () => {
      const { user, question, background } = await upload();
      await user.click(question.getByRole('button', { name: 'Keep editing' }));

      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(background.getByRole('img', { name: 'Chosen: harbour.jpg' })).toBeInTheDocument();
    });
  });

  it.each([
    ['before its upload', async () => act(tokenStore.clear)],
    [
      'after its upload was refused',
      async () => {
        screen.getByRole('button', { name: 'Upload Image' }).click();
        await waitFor(() => expect(uploads).toHaveLength(1));
        await uploads[0]!.respond(failing('auth.required'));
      },
    ],
  ])('survives the end of the session %s', async (_, end) => {
    const page = open(READY);
    const { user } = page;
    await user.upload((await section()).getByLabelText('Replace Image'), aFile('harbour.jpg'));

    await end();
    await signInAgain(page);

    const background = await section();
    expect(background.getByRole('img', { name: 'Chosen: harbour.jpg' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^blob:/),
    );
    expect(background.getByRole('status')).toHaveTextContent('Not uploaded yet');
    await user.click(background.getByRole('button', { name: 'Upload Image' }));
    expect((uploads.at(-1)!.form.get('image') as File).name).toBe('harbour.jpg');
  });

  it('is hidden from another administrator', async () => {
    const page = open(READY);
    await page.user.upload((await section()).getByLabelText('Replace Image'), aFile('harbour.jpg'));

    act(tokenStore.clear);
    await signInAgain(page, { ...aUser(), id: 2 });

    expect((await section()).getByRole('img', { name: 'Background image' })).toBeInTheDocument();
  });

  it('has a focal point, which is saved by a button and shows in the preview', async () => {
    const saved = { ...READY, failure: null, version: '"1"' };
    const { user, api } = open(saved, {
      'PUT /admin/settings/website': () => ({ ...theSettings({ background_focus: '0.5 0.4' }, saved), message: '' }),
    });
    const background = await section();
    expect(background.queryByRole('button', { name: 'Save Focal Point' })).toBeNull();

    act(() => background.getByRole('button', { name: 'Focal point' }).focus());
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await user.click(background.getByRole('button', { name: 'Save Focal Point' }));

    expect(await screen.findByText('Focal point saved!')).toBeInTheDocument();
    expect(api.bodiesOf('PUT /admin/settings/website')).toEqual([{ settings: { background_focus: '0.5 0.4' } }]);
    await waitFor(() => expect(previewed()!.style.objectPosition).toBe('50% 40%'));
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  it('keeps a focal point that was moved back during a save', async () => {
    const { user, background, respond } = await startSaving();
    await user.click(background.getByRole('button', { name: 'Centre' }));

    await respond();

    expect(await background.findByRole('button', { name: 'Save Focal Point' })).toBeVisible();
    expect(background.getByText('50% from the left, 50% from the top')).toBeVisible();
  });

  it('shows a focal point saved elsewhere when its own was moved back', async () => {
    const { user, api, events } = open(READY);
    const background = await section();
    act(() => background.getByRole('button', { name: 'Focal point' }).focus());
    await user.keyboard('{ArrowUp}{ArrowDown}');

    api.respond('GET /admin/settings/website', () => theSettings({ background_focus: '0.2 0.3' }, READY));
    await events.emit({ type: 'background.ready', background_id: 1 });

    expect(await background.findByText('20% from the left, 30% from the top')).toBeVisible();
    expect(background.queryByRole('button', { name: 'Save Focal Point' })).toBeNull();
  });

  it('keeps an unsaved focal point while another is saved and new renditions arrive, and when a file is not uploaded', async () => {
    let accept = (_: unknown) => {};
    const { user, api, events } = open(READY, {
      'PUT /admin/settings/website': () => new Promise((resolve) => (accept = resolve)),
    });
    const background = await section();
    const handle = background.getByRole('button', { name: 'Focal point' });
    const moveUp = async () => {
      act(() => background.getByRole('button', { name: 'Focal point' }).focus());
      await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    };
    await moveUp();
    await user.click(background.getByRole('button', { name: 'Save Focal Point' }));
    await moveUp();

    const rendered = { ...READY, value: '/media/background/1/2/1600.jpeg' };
    api.respond('GET /admin/settings/website', () => theSettings({ background_focus: '0.5 0.4' }, rendered));
    accept({ ...theSettings({ background_focus: '0.5 0.4' }, READY), message: '' });
    expect(await screen.findByText('Focal point saved!')).toBeInTheDocument();
    await events.emit({ type: 'background.ready', background_id: 1 });
    await waitFor(() => expect(previewed()).toHaveAttribute('src', rendered.value));
    expect(handle).toHaveFocus();
    expect(background.getByText('50% from the left, 30% from the top')).toBeVisible();

    await user.upload(background.getByLabelText('Replace Image'), aFile('harbour.jpg'));
    await user.click(background.getByRole('button', { name: 'Cancel' }));
    expect(background.getByText('50% from the left, 30% from the top')).toBeVisible();
    expect(background.getByRole('button', { name: 'Save Focal Point' })).toBeVisible();
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);

    api.respond('GET /admin/settings/website', () => theSettings({}, { ...READY, version: '"2"' }));
    await events.emit({ type: 'background.ready', background_id: 2 });
    expect(await background.findByText('50% from the left, 50% from the top')).toBeVisible();
  });

  it('is removed after a confirmation', async () => {
    const { user, api } = open(READY, { 'DELETE /admin/settings/background-image': () => ({ message: '' }) });
    const background = await section();

    await user.click(background.getByRole('button', { name: 'Remove Image' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText('Are you sure you want to remove the background image?')).toBeVisible();
    expect(api.bodiesOf('DELETE /admin/settings/background-image')).toHaveLength(0);
    api.respond('GET /admin/settings/website', () => theSettings());
    await user.click(question.getByRole('button', { name: 'Remove' }));

    expect(await screen.findByText('Background image removed successfully!')).toBeInTheDocument();
    expect(previewed()).toBeNull();
    expect(background.getByLabelText('Choose Image')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('keeps the focus while it is chosen, cancelled, uploaded and given a focal point', async () => {
    const saved = { ...READY, failure: null, version: '"1"' };
    const { user, api } = open(saved, {
      'PUT /admin/settings/website': () => ({ ...theSettings({ background_focus: '0.5 0.4' }, saved), message: '' }),
    });
    const background = await section();
    const content = () => background.getByRole('status').parentElement;
    const chooseImage = () => user.upload(background.getByLabelText('Replace Image'), aFile('harbour.jpg'));

    await chooseImage();
    await waitFor(() => expect(content()).toHaveFocus());
    await user.click(background.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(content()).toHaveFocus());

    await chooseImage();
    await user.click(background.getByRole('button', { name: 'Upload Image' }));
    await uploads[0]!.respond({ imageUrl: READY.value, message: '' });
    await waitFor(() => expect(content()).toHaveFocus());

    act(() => background.getByRole('button', { name: 'Focal point' }).focus());
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    api.respond('GET /admin/settings/website', () => theSettings({ background_focus: '0.5 0.4' }, saved));
    await user.click(background.getByRole('button', { name: 'Save Focal Point' }));
    await waitFor(() => expect(content()).toHaveFocus());
  });

  it('keeps the focus when a file is dropped, whatever control has it', async () => {
    const { user } = open(READY);
    const background = await section();
    const dropAndCancel = async () => {
      dropImage(aFile('harbour.jpg'));
      await waitFor(() => expect(background.getByRole('status').parentElement).toHaveFocus());
      await user.click(background.getByRole('button', { name: 'Cancel' }));
    };

    await user.click(background.getByRole('button', { name: 'Remove Image' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(background.getByRole('button', { name: 'Remove Image' })).toHaveFocus();
    await dropAndCancel();

    act(() => background.getByRole('button', { name: 'Focal point' }).focus());
    await dropAndCancel();

    act(() => (document.activeElement as HTMLElement).blur());
    expect(document.body).toHaveFocus();
    await dropAndCancel();
  });

  it.each(['Focal point', 'Centre'])('keeps the focus of %s at the end of a save', async (name) => {
    const { background, respond } = await startSaving();

    act(() => background.getByRole('button', { name }).focus());
    await respond();

    await waitFor(() => expect(background.queryByRole('button', { name: 'Saving...' })).toBeNull());
    expect(background.queryByRole('button', { name: 'Save Focal Point' })).toBeNull();
    expect(background.getByRole('button', { name })).toHaveFocus();
  });

  it.each([
    ['the message of the API', () => failing('background.not-found'), 'There is no background image'],
    ['the default message', unreachable, unreached('Failed to remove image')],
  ])('stays after a failed removal, with %s', async (_, response, message) => {
    const { user } = open(READY, { 'DELETE /admin/settings/background-image': response });

    await user.click((await section()).getByRole('button', { name: 'Remove Image' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));

    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(previewed()).toHaveAttribute('src', READY.value);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
