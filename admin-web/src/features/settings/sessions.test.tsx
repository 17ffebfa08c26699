import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aSecurityEvent, aSession } from '../../../test/factories.ts';
import { failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

const here = aSession({ is_current: true });
const phone = aSession({ device: 'Safari on iPhone', network: '2001:db8:1::/48' });

const open = (routes: Parameters<typeof renderSignedIn>[1] = {}) =>
  renderSignedIn('/admin/settings/sessions', {
    'GET /auth/sessions': () => ({ sessions: [here, phone] }),
    ...routes,
  });

const rowOf = async (device: string) => within(await screen.findByRole('row', { name: new RegExp(`^${device}`) }));

describe('the sessions', () => {
  it('show device, network and times, and mark this device', async () => {
    open();

    const mine = await rowOf('Firefox on Windows');
    expect(mine.getByText('This device')).toBeVisible();
    expect(mine.getByText('203.0.113.0/24')).toBeVisible();
    const other = await rowOf('Safari on iPhone');
    expect(other.queryByText('This device')).toBeNull();
    expect(other.getByText('2001:db8:1::/48')).toBeVisible();
  });

  it('end after a confirmation and leave the list', async () => {
    const { user, api } = open();
    const route = `DELETE /auth/sessions/${phone.id}`;
    api.respond(route, () => {
      api.respond('GET /auth/sessions', () => ({ sessions: [here] }));
      api.respond('GET /auth/security-events', () => ({
        events: [aSecurityEvent({ type: 'session-revoked', revoked_device: 'Safari on iPhone' })],
      }));
      return { message: 'Session ended' };
    });

    await user.click(await screen.findByRole('button', { name: 'End session: Safari on iPhone' }));
    const question = screen.getByRole('alertdialog', { name: 'End session?' });
    expect(question).toHaveAccessibleDescription(/^This signs out Safari on iPhone\./);
    expect(api.bodiesOf(route)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'End Session' }));

    expect(await screen.findByText('Session ended')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Safari on iPhone/ })).toBeNull());
    expect(screen.getByRole('table', { name: 'Sessions' }).parentElement).toHaveFocus();
    expect(await screen.findByText('Session ended: Safari on iPhone')).toBeVisible();
    expect(localStorage.getItem('token')).toBe('a-token');
  });

  it('end once, also while the list is refetched', async () => {
    let respond = (_: object) => {};
    const { user, api } = open();
    api.respond(`DELETE /auth/sessions/${phone.id}`, () => {
      api.respond('GET /auth/sessions', () => new Promise((resolve) => (respond = resolve)));
      return { message: 'Session ended' };
    });
    await user.click(await screen.findByRole('button', { name: 'End session: Safari on iPhone' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End Session' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

    const button = screen.getByRole('button', { name: 'End session: Safari on iPhone' });
    expect(button).toHaveFocus();
    await user.click(button);
    expect(screen.queryByRole('alertdialog')).toBeNull();

    respond({ sessions: [here] });
    await waitFor(() => expect(button).not.toBeInTheDocument());
    expect(screen.getByRole('table', { name: 'Sessions' }).parentElement).toHaveFocus();
  });

  it('report a session that had ended already and remove it', async () => {
    const { user, api } = open();
    api.respond(`DELETE /auth/sessions/${phone.id}`, () => {
      api.respond('GET /auth/sessions', () => ({ sessions: [here] }));
      return failing('session.not-found');
    });

    await user.click(await screen.findByRole('button', { name: 'End session: Safari on iPhone' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End Session' }));

    expect(await screen.findByText('Session not found')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Safari on iPhone/ })).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('end one after another, each with its own confirmation', async () => {
    const tablet = aSession({ device: 'Chrome on Android' });
    let respond = (_: object) => {};
    const { user } = open({
      'GET /auth/sessions': () => ({ sessions: [here, phone, tablet] }),
      [`DELETE /auth/sessions/${phone.id}`]: () => new Promise((resolve) => (respond = resolve)),
    });
    await user.click(await screen.findByRole('button', { name: 'End session: Safari on iPhone' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End Session' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'End session: Chrome on Android' }));

    const question = screen.getByRole('alertdialog', { name: 'End session?' });
    expect(within(question).getByRole('button', { name: 'End Session' })).toBeEnabled();
    respond({ message: 'Session ended' });
    expect(await screen.findByText('Session ended')).toBeInTheDocument();
    expect(question).toBeVisible();
  });

  it('stay when the API is unavailable', async () => {
    const { user } = open({ [`DELETE /auth/sessions/${phone.id}`]: unreachable });

    await user.click(await screen.findByRole('button', { name: 'End session: Safari on iPhone' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End Session' }));

    expect(await screen.findByText(unreached('Failed to end the session'))).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'End session: Safari on iPhone' })).toBeVisible();
  });

  it('sign out here, and at the API', async () => {
    const { user, api, address } = open();

    await user.click((await rowOf('Firefox on Windows')).getByRole('button', { name: 'Sign Out' }));

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(address()).toBe('/admin/login');
    expect(localStorage.getItem('token')).toBeNull();
    expect(api.calls.filter(({ route }) => route === 'POST /auth/logout')).toEqual([
      expect.objectContaining({ token: 'Bearer a-token' }),
    ]);
    expect(screen.queryByText(/session has ended/)).toBeNull();
  });

  it('sign out here also when the API is unavailable', async () => {
    const { user } = open({ 'POST /auth/logout': unreachable });

    await user.click((await rowOf('Firefox on Windows')).getByRole('button', { name: 'Sign Out' }));

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('can be reloaded after a failure', async () => {
    const { user, api } = open({ 'GET /auth/sessions': () => failing('auth.too-many') });

    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Failed to load sessions');
    expect(screen.getByRole('button', { name: 'Sign Out Everywhere' })).toBeEnabled();
    api.respond('GET /auth/sessions', () => ({ sessions: [here, phone] }));
    await user.click(within(notice).getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('table', { name: 'Sessions' })).toBeVisible();
  });
});

describe('the security events', () => {
  it('show type, count and device', async () => {
    open({
      'GET /auth/security-events': () => ({
        events: [
          aSecurityEvent({ type: 'password-reset', device: null, network: null }),
          aSecurityEvent({ type: 'sign-in-failed', count: 3 }),
          aSecurityEvent({ type: 'new-device', device: 'Safari on iPhone' }),
        ],
      }),
    });

    const table = await screen.findByRole('table', { name: 'Security events' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 2)
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Password set from the command line', '–'],
      ['Failed sign-in (3 times)', 'Firefox on Windows203.0.113.0/24'],
      ['Sign-in on a new device', 'Safari on iPhone203.0.113.0/24'],
    ]);
  });

  it('show ten, and all on demand', async () => {
    const { user } = open({
      'GET /auth/security-events': () => ({ events: Array.from({ length: 12 }, () => aSecurityEvent()) }),
    });

    await user.click(await screen.findByRole('button', { name: 'Show All 12 Events' }));

    expect(within(screen.getByRole('table', { name: 'Security events' })).getAllByRole('row')).toHaveLength(13);
    expect(screen.queryByRole('button', { name: /^Show All/ })).toBeNull();
  });

  it('show the empty state', async () => {
    open();

    expect(await screen.findByText('No security events yet.')).toBeVisible();
  });

  it('can be reloaded after a failure', async () => {
    const { user, api } = open({ 'GET /auth/security-events': () => failing('auth.too-many') });

    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Failed to load security events');
    api.respond('GET /auth/security-events', () => ({ events: [] }));
    await user.click(within(notice).getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByText('No security events yet.')).toBeVisible();
  });
});
