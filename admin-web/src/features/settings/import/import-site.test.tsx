import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ImportResponse } from '@portfolio/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../../../test/factories.ts';
import { failing } from '../../../../test/fake-api.ts';
import { fakeUploads, type FakeUpload } from '../../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../test/sign-in-again.ts';

const PART_BYTES = 10;

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
});
afterEach(() => void jest.useRealTimers());

const fakeTimers = () => jest.useFakeTimers({ advanceTimers: true });
const wait = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(1000 * seconds));

const response = (current: ImportResponse['import'] = null, is_empty = true): ImportResponse => ({
  is_empty,
  part_bytes: PART_BYTES,
  import: current,
});
const running = (progress: { stage: 'check' | 'originals'; done: number; total: number } | null = null) =>
  response({ status: 'running', progress });

const open = (current = response(), routes: Parameters<typeof renderSignedIn>[1] = {}) =>
  renderSignedIn('/admin/settings/export', { 'GET /admin/import': () => current, ...routes });

const section = async () => within(await screen.findByRole('region', { name: 'Import' }));
const archive = () => new File(['0123456789abcdefghijKLM'], 'portfolio-2026-03-14.tar');

/** Selects the archive. */
async function choose({ user }: ReturnType<typeof open>) {
  const page = await section();
  await user.upload(await page.findByLabelText('Archive'), archive());
  return page;
}

/** jsdom has no `Blob.text`. */
const textOf = (part: FormDataEntryValue | null) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(part as File);
  });

/** Responds to the next parts. */
async function acceptParts(count: number) {
  for (let part = 0; part < count; part += 1) {
    const index = uploads.length - 1;
    await uploads[index]!.respond({ message: 'Part stored' });
    if (part < count - 1) await waitFor(() => expect(uploads).toHaveLength(index + 2));
  }
}

describe('the import', () => {
  it('has no control on a site that is not empty', async () => {
    open(response(null, false));
    const page = await section();
    expect(await page.findByText(/^This site is not empty\. Start a new site/)).toBeVisible();
    expect(page.queryByRole('button')).toBeNull();
  });

  it('says why the last import failed, also where a visitor has written meanwhile', async () => {
    const failure = 'Nothing was imported. This site is not empty any more (messages: 1).';
    open(response({ status: 'failed', failure }, false));
    expect(await (await section()).findByText(failure)).toBeVisible();
  });

  it('uploads an archive in parts, shows the progress, and ends on the sign-in page', async () => {
    const view = open();
    const { user, api, address } = view;
    const page = await choose(view);
    expect(page.getByText(/portfolio-2026-03-14\.tar/).parentElement).toHaveTextContent(
      'portfolio-2026-03-14.tar (1 KB) replaces this site and your account. Afterwards you sign in with an account of the imported site.',
    );
    const start = page.getByRole('button', { name: 'Import Site' });
    await waitFor(() => expect(start).toHaveFocus());
    expect(uploads).toHaveLength(0);
    fakeTimers();
    api.respond('POST /admin/import', () => {
      api.respond('GET /admin/import', () => running({ stage: 'check', done: 1, total: 4 }));
      return running();
    });

    await user.keyboard('{Enter}');
    await uploads[0]!.progress(0.5);
    expect(page.getByRole('progressbar', { name: 'Uploading the archive' })).toHaveTextContent('22%');
    await acceptParts(3);

    expect(uploads.map(({ fields }) => fields.number)).toEqual(['1', '2', '3']);
    expect(new Set(uploads.map(({ fields }) => fields.upload_id)).size).toBe(1);
    const { upload_id } = uploads[0]!.fields;
    expect(upload_id).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() => expect(api.bodiesOf('POST /admin/import')).toEqual([{ upload_id, parts: 3 }]));
    expect(await page.findByRole('progressbar', { name: 'Checking the archive' })).toBeVisible();
    expect(document.body).not.toHaveFocus();
    await wait(1.5);
    expect(page.getByRole('progressbar')).toHaveValue(0.25);
    expect(page.getByText('Checking the archive.')).toHaveAttribute('role', 'status');
    api.respond('GET /admin/import', () => running({ stage: 'originals', done: 1_200, total: 4_800 }));
    await wait(1.5);
    expect(page.getByText(/1,200 of 4,800 original photos/)).toBeVisible();

    // The database is locked, then the token belongs to no account.
    let failed = 0;
    api.respond('GET /admin/import', () => ((failed += 1), failing('service.unavailable')));
    // A poll and its retry.
    await wait(2.5);
    expect(failed).toBeGreaterThanOrEqual(2);
    expect(page.queryByText('Failed to load the import')).toBeNull();
    api.respond('GET /admin/import', () => failing('auth.required'));
    await wait(1.5);
    const message = 'Your session has ended. If the import has finished, sign in with an account of the imported site.';
    expect(await screen.findByText(message)).toHaveAttribute('role', 'status');
    expect(address()).toBe('/admin/login');
    expect(localStorage.getItem('token')).toBeNull();

    api.respond('GET /auth/me', () => ({ user: aUser() }));
    await signInAgain(view);
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    const parts = uploads.map(({ form }) => textOf(form.get('part')));
    expect(await act(() => Promise.all(parts))).toEqual(['0123456789', 'abcdefghij', 'KLM']);
  });

  it('goes on after a reload', async () => {
    fakeTimers();
    const { api } = open(running({ stage: 'originals', done: 0, total: 0 }));
    const page = await section();
    expect(await page.findByRole('progressbar', { name: 'Importing the site' })).toHaveValue(1);
    api.respond('GET /admin/import', () => failing('auth.required'));
    await wait(1.5);
    expect(await screen.findByText(/If the import has finished, sign in/)).toBeVisible();
  });

  it('is cancelled, with the focus on the button that chooses', async () => {
    const view = open();
    const page = await choose(view);
    await view.user.click(page.getByRole('button', { name: 'Import Site' }));

    await view.user.click(page.getByRole('button', { name: 'Cancel' }));

    expect(uploads[0]!.aborted).toBe(true);
    expect(uploads).toHaveLength(1);
    expect(page.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(page.getByRole('button', { name: 'Choose Archive' })).toHaveFocus());
  });

  it('has no Cancel once the archive is uploaded, and the focus stays', async () => {
    const view = open();
    const page = await choose(view);
    await view.user.click(page.getByRole('button', { name: 'Import Site' }));
    await acceptParts(2);
    await waitFor(() => expect(uploads).toHaveLength(3));
    let respond = (_: unknown) => {};
    view.api.respond('POST /admin/import', () => new Promise((resolve) => (respond = resolve)));
    act(() => page.getByRole('button', { name: 'Cancel' }).focus());

    await uploads[2]!.progress(1);
    expect(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await acceptParts(1);

    expect(page.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(document.body).not.toHaveFocus();
    respond(failing('import.unsupported'));
    expect(await page.findByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  it('asks for a confirmation before the page is left with an archive', async () => {
    const view = open();
    await choose(view);
    await view.user.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
  });
});

describe('a failed import', () => {
  const failure = 'Nothing was imported. The archive is damaged:\n  data/originals/a.jpg has changed';

  it('says why, until another archive is chosen', async () => {
    const view = open(response({ status: 'failed', failure }));
    const page = await section();
    expect(await page.findByRole('alert')).toHaveTextContent('data/originals/a.jpg has changed');
    expect(page.getByRole('button', { name: 'Choose Archive' })).toBeVisible();
    await choose(view);
    expect(page.queryByRole('alert')).toBeNull();
    expect(page.getByRole('button', { name: 'Import Site' })).toBeVisible();
  });

  it('is tried again with the same archive', async () => {
    const view = open();
    const { user, api } = view;
    const page = await choose(view);
    api.respond('POST /admin/import', () => {
      api.respond('GET /admin/import', () => response({ status: 'failed', failure }));
      return running();
    });
    await user.click(page.getByRole('button', { name: 'Import Site' }));
    fakeTimers();
    await acceptParts(3);
    await page.findByRole('progressbar', { name: 'Checking the archive' });
    await wait(1.5);

    await user.click(await page.findByRole('button', { name: 'Try Again' }));

    await waitFor(() => expect(uploads).toHaveLength(4));
    expect(page.queryByRole('alert')).toBeNull();
    expect(uploads[3]!.fields.upload_id).not.toBe(uploads[0]!.fields.upload_id);
  });

  it('says why also when it has failed before the response', async () => {
    const view = open();
    const page = await choose(view);
    view.api.respond('POST /admin/import', () => response({ status: 'failed', failure }));
    for (const [name, before] of [
      ['Import Site', 0],
      ['Try Again', 3],
    ] as const) {
      await view.user.click(page.getByRole('button', { name }));
      await waitFor(() => expect(uploads).toHaveLength(before + 1));
      expect(page.queryByRole('alert')).toBeNull();
      await acceptParts(3);
      expect(await page.findByRole('alert')).toHaveTextContent('data/originals/a.jpg has changed');
    }
  });

  it('repeats a part whose response was lost', async () => {
    const view = open();
    const page = await choose(view);
    await view.user.click(page.getByRole('button', { name: 'Import Site' }));
    fakeTimers();
    await uploads[0]!.loseConnection();
    await wait(1.5);
    expect(uploads).toHaveLength(2);
    expect(uploads[1]!.fields).toEqual(uploads[0]!.fields);
  });

  it('shows the message of the API', async () => {
    const view = open();
    const page = await choose(view);
    await view.user.click(page.getByRole('button', { name: 'Import Site' }));
    await uploads[0]!.respond(failing('import.unsupported'));
    expect(await page.findByRole('alert')).toHaveTextContent('Please select the .tar file of an export');
    expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });

  it('retries when its state could not be loaded', async () => {
    const { user, api } = open(response(), { 'GET /admin/import': () => failing('request.too-many') });
    const page = await section();
    expect(await page.findByText('Failed to load the import')).toBeVisible();
    api.respond('GET /admin/import', () => response());
    await user.click(page.getByRole('button', { name: 'Try Again' }));
    expect(await page.findByRole('button', { name: 'Choose Archive' })).toBeVisible();
  });
});
