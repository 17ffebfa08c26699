import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aUser, theSettings } from '../../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { openSavedProfile } from '../../../../test/saved-profile.ts';
import { signInAgain } from '../../../../test/sign-in-again.ts';

const SAVED = 'Settings updated successfully!';

const open = (save: (call: { body: unknown }) => unknown = () => ({ user: aUser(), message: SAVED })) =>
  renderSignedIn('/admin/settings', {
    'GET /admin/settings/website': () => theSettings(),
    'PUT /admin/settings/profile': save,
  });

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const saveButton = () => screen.getByRole('button', { name: 'Save Changes' });
const bodies = (api: ReturnType<typeof open>['api']) => api.bodiesOf('PUT /admin/settings/profile');

async function changePassword({ user }: ReturnType<typeof open>) {
  for (const [label, value] of [
    ['Current Password', 'a quiet harbour'],
    ['New Password', 'a louder harbour'],
    ['Confirm New Password', 'a louder harbour'],
  ] as const) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  }
  await user.click(saveButton());
}

describe('the profile', () => {
  it('shows name and email address and leaves passwords empty', async () => {
    open();

    const profile = await section('Profile Information');
    expect(profile.getByLabelText(/^Full Name/)).toHaveValue('Elin Marsh');
    expect(profile.getByLabelText(/^Email Address/)).toHaveValue('elin@example.org');
    const passwords = await section('Change Password');
    expect(passwords.getByText('Leave password fields empty to keep current password')).toBeVisible();
    for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
      expect(passwords.getByLabelText(label)).toHaveValue('');
      expect(passwords.getByLabelText(label)).toHaveAttribute('type', 'password');
    }
  });

  it('shows a password on demand', async () => {
    const { user } = open();

    await user.click(await screen.findByRole('button', { name: 'Show New Password' }));

    expect(screen.getByLabelText('New Password')).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText('Current Password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Hide New Password' }));
    expect(screen.getByLabelText('New Password')).toHaveAttribute('type', 'password');
  });

  it('saves without passwords and updates the name outside the form too', async () => {
    const { user, api } = open(({ body }) => ({ user: { id: 1, ...(body as object) }, message: SAVED }));

    const name = await screen.findByLabelText(/^Full Name/);
    await user.clear(name);
    await user.type(name, 'Ruth Calder');
    await user.click(saveButton());

    expect(await screen.findByText(SAVED)).toBeInTheDocument();
    expect(screen.getByText('Ruth Calder')).toBeVisible();
    expect(bodies(api)).toEqual([{ name: 'Ruth Calder', email: 'elin@example.org' }]);
    expect(localStorage.getItem('token')).toBe('a-token');
  });

  it('omits a current password filled in by the browser', async () => {
    const { user, api } = open();

    await user.type(await screen.findByLabelText('Current Password'), 'a quiet harbour');
    await user.click(saveButton());

    await waitFor(() => expect(bodies(api)).toEqual([{ name: 'Elin Marsh', email: 'elin@example.org' }]));
  });

  it('requires and sends the current password for another email address', async () => {
    const { user, api } = open();
    const email = await screen.findByLabelText(/^Email Address/);
    await user.clear(email);
    await user.type(email, 'ELIN@example.org');
    expect(email).toHaveAccessibleDescription('');

    await user.type(email, '.uk');
    expect(email).toHaveAccessibleDescription('Enter your current password below to change it');
    await user.click(saveButton());
    const current = screen.getByLabelText('Current Password');
    await waitFor(() =>
      expect(current).toHaveAccessibleDescription('Current password is required when changing email'),
    );
    expect(current).toHaveFocus();
    expect(bodies(api)).toEqual([]);

    await user.type(current, 'a quiet harbour');
    await user.click(saveButton());
    await waitFor(() =>
      expect(bodies(api)).toEqual([
        { name: 'Elin Marsh', email: 'ELIN@example.org.uk', currentPassword: 'a quiet harbour' },
      ]),
    );
  });

  it('saves once with Ctrl+S, even if that or the button is pressed again', async () => {
    const { user, api } = open(() => new Promise(() => {}));

    const name = await screen.findByLabelText(/^Full Name/);
    await user.type(name, '{Control>}s{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Saving...' }));
    await user.type(name, '{Control>}s{/Control}');
    await user.click(name);

    expect(bodies(api)).toHaveLength(1);
  });

  it('keeps what is typed during a save', async () => {
    let accept = (_: unknown) => {};
    const { user, api } = open(() => new Promise((resolve) => (accept = resolve)));
    const name = await screen.findByLabelText(/^Full Name/);
    await user.type(name, ' R.');
    await user.click(saveButton());
    await screen.findByRole('button', { name: 'Saving...' });
    await user.type(screen.getByLabelText(/^Email Address/), '.uk');

    accept({ user: { ...aUser(), name: 'Elin Marsh R.' }, message: SAVED });

    expect(await screen.findByText(SAVED)).toBeInTheDocument();
    expect(name).toHaveValue('Elin Marsh R.');
    expect(screen.getByLabelText(/^Email Address/)).toHaveValue('elin@example.org.uk');
    await user.type(screen.getByLabelText('Current Password'), 'a quiet harbour');
    await user.click(saveButton());
    await waitFor(() =>
      expect(bodies(api).at(-1)).toEqual({
        name: 'Elin Marsh R.',
        email: 'elin@example.org.uk',
        currentPassword: 'a quiet harbour',
      }),
    );
  });

  it('survives the end of the session, except passwords', async () => {
    const page = open(() => failing('auth.required'));
    await page.user.type(await screen.findByLabelText(/^Full Name/), ' R.');

    await changePassword(page);
    await screen.findByRole('heading', { name: 'Sign in' });
    await signInAgain(page);

    expect(await screen.findByLabelText(/^Full Name/)).toHaveValue('Elin Marsh R.');
    expect(screen.getByLabelText('New Password')).toHaveValue('');
  });

  it('rejects invalid input', async () => {
    const { user, api } = open();

    await user.clear(await screen.findByLabelText(/^Full Name/));
    await user.clear(screen.getByLabelText(/^Email Address/));
    await user.type(screen.getByLabelText('New Password'), 'short');
    await user.type(screen.getByLabelText('Confirm New Password'), 'shorter');
    await user.click(saveButton());

    await waitFor(() => expect(screen.getByLabelText(/^Full Name/)).toHaveAccessibleDescription('Name is required'));
    expect(screen.getByLabelText(/^Email Address/)).toHaveAccessibleDescription('Email is required');
    expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription('Password must be at least 6 characters');
    expect(screen.getByLabelText('Current Password')).toHaveAccessibleDescription(
      'Current password is required when changing password',
    );
    expect(screen.getByLabelText('Confirm New Password')).toHaveAccessibleDescription('Passwords do not match');

    await user.type(screen.getByLabelText(/^Full Name/), 'E');
    await user.type(screen.getByLabelText(/^Email Address/), 'elin@');
    expect(await screen.findByText('Name must be at least 2 characters')).toBeVisible();
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(bodies(api)).toEqual([]);
  });

  it('clears the message once the passwords match', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('New Password'), 'a louder harbou');
    await user.type(screen.getByLabelText('Confirm New Password'), 'a louder harbour');
    await user.click(saveButton());
    expect(await screen.findByText('Passwords do not match')).toBeVisible();

    await user.type(screen.getByLabelText('New Password'), 'r');

    await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull());
  });
});

describe('the profile with an email address and a name changed elsewhere', () => {
  const openChanged = async () => {
    const { saved, name, ...page } = await openSavedProfile();
    saved.saveElsewhere({ name: 'Elin Åström', email: 'elin@example.net' });
    await page.user.type(name, ' R.');
    await page.save();
    return { ...page, email: screen.getByLabelText(/^Email Address/) };
  };

  it('saves my name after a conflict, without the current password', async () => {
    const { user, api, email } = await openChanged();

    await user.click(await screen.findByRole('button', { name: 'Save mine' }));

    await waitFor(() => expect(bodies(api)).toEqual([{ name: 'Elin Marsh R.', email: 'elin@example.net' }]));
    expect(email).toHaveAccessibleDescription('');
  });

  it('requires and sends the current password to change the address back', async () => {
    const { user, api, email } = await openChanged();
    await user.click(await screen.findByRole('button', { name: 'Use the newer one' }));
    expect(email).toHaveValue('elin@example.net');
    expect(email).toHaveAccessibleDescription('');

    await user.clear(email);
    await user.type(email, 'elin@example.org');
    expect(email).toHaveAccessibleDescription('Enter your current password below to change it');
    await user.click(saveButton());
    expect(await screen.findByText('Current password is required when changing email')).toBeVisible();
    await user.type(screen.getByLabelText('Current Password'), 'a quiet harbour');
    await user.click(saveButton());

    const body = { name: 'Elin Åström', email: 'elin@example.org', currentPassword: 'a quiet harbour' };
    await waitFor(() => expect(bodies(api)).toEqual([body]));
  });
});

describe('the password', () => {
  it('changes and continues the session with the new token', async () => {
    const page = open(() => ({ user: aUser(), message: SAVED, token: 'a-fresh-token' }));

    await changePassword(page);

    expect(await screen.findByText(SAVED)).toBeInTheDocument();
    expect(bodies(page.api)).toEqual([
      {
        name: 'Elin Marsh',
        email: 'elin@example.org',
        currentPassword: 'a quiet harbour',
        newPassword: 'a louder harbour',
      },
    ]);
    expect(localStorage.getItem('token')).toBe('a-fresh-token');
    const callsWithNewToken = page.api.calls.filter(({ token }) => token === 'Bearer a-fresh-token');
    expect(callsWithNewToken).not.toContainEqual(expect.objectContaining({ route: 'GET /auth/me' }));
    expect(page.address()).toBe('/admin/settings');
    for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
      expect(screen.getByLabelText(label)).toHaveValue('');
    }
  });

  it.each([
    [
      'a wrong current password at its field',
      () => failing('profile.wrong-password', { currentPassword: 'Current password is incorrect' }),
      'Current password is incorrect',
    ],
    ['too many guesses', () => failing('auth.too-many'), 'Too many failed attempts. Please try again later.'],
    ['a response without a message', () => new FakeResponse(500, undefined), 'Failed to update settings'],
    ['a lost response', unreachable, unreached('Failed to update settings')],
  ])('does not change with %s, and the input stays', async (_, response, message) => {
    const page = open(response);

    await changePassword(page);

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByLabelText('New Password')).toHaveValue('a louder harbour');
    expect(localStorage.getItem('token')).toBe('a-token');
    if (message === 'Current password is incorrect') {
      expect(screen.getByLabelText('Current Password')).toHaveAccessibleDescription(message);
      expect(screen.getByLabelText('Current Password')).toHaveFocus();
    }
  });
});
