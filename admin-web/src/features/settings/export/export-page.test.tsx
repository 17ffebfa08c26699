import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { ExportResponse, ExportView } from '@portfolio/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

const AT = { created_at: '2026-03-14T09:26:53.000Z' };
const RUNNING: ExportView = { status: 'running', progress: null, ...AT };
const READY: ExportView = {
  status: 'ready',
  bytes: 1_288_490_188,
  expires_at: '2026-03-15T09:26:53.000Z',
  url: '/api/exports/download?token=9f86d081884c7d659a2feaa0c55ad015',
  ...AT,
};
const FAILED: ExportView = { status: 'failed', failure: 'The storage is full.', has_losses: false, ...AT };

const response = (current: ExportView | null): ExportResponse => ({ export: current });
const open = (current: ExportView | null, routes: Parameters<typeof renderSignedIn>[1] = {}) =>
  renderSignedIn('/admin/settings/export', {
    'GET /admin/export': () => response(current),
    'GET /admin/export/storage': () => ({ originals: 1_288_490_188, renditions: 2_190_433_320 }),
    ...routes,
  });
afterEach(() => void jest.useRealTimers());
const wait = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(1000 * seconds));

const button = (name: string) => screen.findByRole('button', { name });

describe('the export', () => {
  it('shows the storage used, starts, shows its progress, and ends with a link', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { user, api } = open(null);
    expect(await screen.findByText('3.2 GB')).toBeVisible();
    expect(screen.getByText('Originals').nextElementSibling).toHaveTextContent('1.2 GB');
    expect(screen.queryByRole('progressbar')).toBeNull();
    api.respond('POST /admin/export', () => {
      api.respond('GET /admin/export', () => response({ ...RUNNING, progress: { done: 1_200, total: 4_800 } }));
      return response(RUNNING);
    });

    await user.click(await button('Export'));

    const bar = await screen.findByRole('progressbar', { name: 'Exporting your site' });
    expect(bar).toHaveValue(0);
    expect(screen.getByText('Preparing...')).toBeVisible();
    const busy = await button('Exporting...');
    expect(busy).toHaveFocus();
    await user.click(busy);
    await wait(2.5);
    expect(screen.getByText('1,200 of 4,800 original photos')).toBeVisible();
    expect(bar).toHaveValue(0.25);
    expect(screen.getByText('Your site is being exported. You can leave this page.')).toHaveAttribute('role', 'status');
    expect(api.bodiesOf('POST /admin/export')).toEqual([{}]);

    api.respond('GET /admin/export', () => response(READY));
    await wait(2.5);
    const link = screen.getByRole('link', { name: 'Download (1.2 GB)' });
    expect(link).toHaveAttribute('href', READY.url);
    expect(link.parentElement).toHaveTextContent(/until Mar 15, 2026/);
    expect(screen.getByText('The export is ready.')).toHaveAttribute('role', 'status');
    expect(await button('Export Again')).toHaveFocus();
  });

  it('is removed after a confirmation', async () => {
    const { user, api } = open(READY);
    api.respond('DELETE /admin/export', () => {
      api.respond('GET /admin/export', () => response(null));
      return { message: 'Export removed' };
    });

    await user.click(await button('Remove'));
    const question = within(screen.getByRole('alertdialog', { name: 'Remove export?' }));
    expect(api.bodiesOf('DELETE /admin/export')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Remove' }));

    expect(await screen.findByText('Export removed')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull());
    await waitFor(() => expect(document.body).not.toHaveFocus());
    expect(await button('Export')).toBeVisible();
  });

  it('is removed once, also while its state is refetched', async () => {
    let respond = (_: unknown) => {};
    const { user, api } = open(READY);
    api.respond('DELETE /admin/export', () => {
      api.respond('GET /admin/export', () => new Promise((resolve) => (respond = resolve)));
      return { message: 'Export removed' };
    });
    await user.click(await button('Remove'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

    const busy = await button('Removing...');
    expect(busy).toHaveFocus();
    await user.click(busy);
    expect(screen.queryByRole('alertdialog')).toBeNull();

    respond(response(null));
    await waitFor(() => expect(busy).not.toBeInTheDocument());
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  it('reports that it was already gone when removed, and its link disappears', async () => {
    const { user, api } = open(READY, { 'DELETE /admin/export': () => failing('export.not-found') });
    await user.click(await button('Remove'));
    api.respond('GET /admin/export', () => response(null));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));

    expect(await screen.findByText('Export not found')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull());
  });

  it('stays after a failed removal, and the focus too', async () => {
    const { user } = open(READY, { 'DELETE /admin/export': unreachable });
    await user.click(await button('Remove'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));

    expect(await screen.findByText(unreached('Failed to remove the export'))).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    // The closed dialog hands the focus over.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await button('Remove')).toHaveFocus();
  });

  it('its link disappears when it expires', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let current: ExportView | null = READY;
    open(null, {
      'GET /admin/export': () => {
        const sent = current && { ...current, expires_at: new Date(Date.now() + 3_000).toISOString() };
        current = null;
        return response(sent);
      },
    });
    expect(await screen.findByRole('link', { name: /^Download/ })).toBeVisible();

    await wait(3.5);

    await waitFor(() => expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull());
  });

  it('its link disappears when the page is shown again after it expired', async () => {
    const { api } = open(READY);
    expect(await screen.findByRole('link', { name: /^Download/ })).toBeVisible();
    api.respond('GET /admin/export', () => response(null));

    act(() => void window.dispatchEvent(new Event('visibilitychange')));

    await waitFor(() => expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull());
  });

  it('shows why it failed, and starts again', async () => {
    const { user, api } = open(FAILED, { 'POST /admin/export': () => response(RUNNING) });
    expect(await screen.findByRole('alert')).toHaveTextContent('The export failed. The storage is full.');
    expect(screen.queryByRole('button', { name: 'Export Anyway' })).toBeNull();

    await user.click(await button('Try Again'));

    expect(await screen.findByRole('progressbar')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(api.bodiesOf('POST /admin/export')).toEqual([{}]);
  });

  it('accepts lost originals when the artist wants that, and the focus stays', async () => {
    const failure = 'Some original files are missing or damaged.';
    let respond = (_: unknown) => {};
    const { user, api } = open(
      { ...FAILED, failure, has_losses: true },
      { 'POST /admin/export': () => new Promise((resolve) => (respond = resolve)).then(unreachable) },
    );

    await user.click(await button('Export Anyway'));
    expect(await button('Exporting...')).toBeVisible();
    await act(async () => respond(undefined));
    expect(await screen.findByText(unreached('Failed to start the export'))).toBeInTheDocument();
    const again = await button('Export Anyway');
    expect(again).toHaveFocus();
    api.respond('POST /admin/export', () => response(RUNNING));
    await user.click(again);

    expect(await screen.findByRole('progressbar')).toBeVisible();
    expect(api.bodiesOf('POST /admin/export')).toEqual([{ accept_losses: true }, { accept_losses: true }]);
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  it('starts once by a double click', async () => {
    const { api } = open(null, { 'POST /admin/export': () => response(RUNNING) });
    const start = await button('Export');

    for (const detail of [1, 2]) fireEvent.click(start, { detail });

    expect(await button('Exporting...')).toBeVisible();
    expect(api.bodiesOf('POST /admin/export')).toEqual([{}]);
  });

  it('reports that it could not start', async () => {
    const { user } = open(null, { 'POST /admin/export': unreachable });

    await user.click(await button('Export'));

    expect(await screen.findByText(unreached('Failed to start the export'))).toBeInTheDocument();
    expect(await button('Export')).toBeVisible();
  });

  it('retries when its state could not be loaded', async () => {
    const { user, api } = open(null, { 'GET /admin/export': () => failing('request.too-many') });
    expect(await screen.findByText('Failed to load the export')).toBeVisible();
    api.respond('GET /admin/export', () => response(null));

    await user.click(await button('Try Again'));

    expect(await button('Export')).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });
});
