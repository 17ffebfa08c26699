import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aFile, theSettings } from '../../../test/factories.ts';
import { failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

const open = (at = '/admin/settings', more: Parameters<typeof renderSignedIn>[1] = {}) =>
  renderSignedIn(at, { 'GET /admin/settings/website': () => theSettings(), ...more });

const SECTIONS = [
  'Profile Information',
  'Change Password',
  'Background Image',
  'Background Display Options',
  'Photo Details',
  'Visitors and Crawlers',
  'Site Texts',
  'Sessions',
];

describe('the settings page', () => {
  it('has sections and a table of contents', async () => {
    const { user } = open();

    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(screen.getByText('Manage your profile and account settings')).toBeVisible();
    await screen.findByRole('heading', { name: 'Site Texts' });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(SECTIONS);
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    for (const name of [...SECTIONS, 'Imprint & Rights']) {
      await user.click(contents.getByRole('link', { name }));
      await waitFor(() => expect(screen.getByRole('heading', { name })).toHaveFocus());
    }
  });

  it('focuses the section of the address, also one that loads late', async () => {
    open('/admin/settings#texts-about');

    await waitFor(() => expect(screen.getByRole('heading', { name: 'About' })).toHaveFocus());
  });

  it('focuses the section of a link from another page', async () => {
    const { go } = open();
    await screen.findByRole('heading', { name: 'Site Texts' });
    await go('/admin/news');
    await screen.findByRole('heading', { name: 'Manage News' });

    await go('/admin/settings#texts');

    expect(await screen.findByRole('heading', { name: 'Site Texts' })).toHaveFocus();
  });
});

describe('without the settings of the website', () => {
  let logged: ReturnType<typeof jest.spyOn>;
  beforeEach(() => {
    logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    logged.mockRestore();
  });

  it('saves the profile and retries the failed query', async () => {
    const { user, api } = open('/admin/settings', {
      'GET /admin/settings/website': () => failing('request.too-many'),
    });

    const notice = await screen.findByText('The look and the texts of the site cannot be changed right now.');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(logged).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign Out Everywhere' })).toBeVisible();
    expect(screen.queryByRole('switch')).toBeNull();
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    expect(contents.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Profile Information',
      'Change Password',
      'Sessions',
    ]);

    api.respond('GET /admin/settings/website', () => theSettings());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('group', { name: 'Theme' })).toBeVisible();
    expect(notice).not.toBeInTheDocument();
  });
});

describe('unsaved changes', () => {
  type Page = ReturnType<typeof open>;
  const image = async () => screen.findByLabelText('Choose Image');

  it.each([
    ['a name', async ({ user }: Page) => user.type(await screen.findByLabelText(/^Full Name/), '!')],
    ['a password', async ({ user }: Page) => user.type(await screen.findByLabelText('New Password'), '!')],
    ['a text', async ({ user }: Page) => user.type(await screen.findByLabelText('Story'), '!')],
    ['an image', async ({ user }: Page) => user.upload(await image(), aFile())],
  ])('are confirmed before leaving: %s', async (_, change) => {
    const page = open();
    await change(page);

    await page.user.click(screen.getByRole('link', { name: 'News' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    await page.user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(page.address()).toBe('/admin/settings');
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);

    await page.user.click(screen.getByRole('link', { name: 'News' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.address()).toBe('/admin/news'));
  });

  it('exclude a password filled in by the browser', async () => {
    const { user, address } = open();
    await user.type(await screen.findByLabelText('Current Password'), 'a quiet harbour');
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);

    await user.click(screen.getByRole('link', { name: 'News' }));

    await waitFor(() => expect(address()).toBe('/admin/news'));
  });

  it('do not block links within the page', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('Story'), '!');

    await user.click(within(screen.getByRole('navigation', { name: 'On this page' })).getByText('Sessions'));

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Sessions' })).toHaveFocus());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('logging out', () => {
  const write = async () => {
    const page = open();
    await page.user.type(await screen.findByLabelText('Site title'), 'Slow Light');
    await page.user.click(screen.getByRole('button', { name: 'Logout' }));
    return { ...page, question: within(screen.getByRole('alertdialog', { name: 'Discard changes?' })) };
  };

  it('confirms before unsaved changes are discarded; Cancel stays', async () => {
    const { user, address, question } = await write();

    await user.click(question.getByRole('button', { name: 'Cancel' }));

    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByLabelText('Site title')).toHaveValue('Slow Light');
    expect(localStorage.getItem('token')).toBe('a-token');
    expect(address()).toBe('/admin/settings');
  });

  it('discards unsaved changes and returns after the next sign-in', async () => {
    const { user, api, address, question } = await write();
    await user.click(question.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();

    api.respond('POST /auth/login', () => ({ token: 'b', user: { id: 1, name: 'Elin', email: 'elin@example.org' } }));
    await user.type(screen.getByLabelText(/^Email/), 'elin@example.org');
    await user.type(screen.getByLabelText(/^Password/), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));

    expect(await screen.findByLabelText('Site title')).toHaveValue('');
    expect(address()).toBe('/admin/settings');
  });

  it('ignores a link from elsewhere', async () => {
    open('/admin/logout');

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(localStorage.getItem('token')).toBe('a-token');
  });
});

describe('signing out everywhere', () => {
  it('mentions unsaved changes', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('Site title'), 'Slow Light');

    await user.click(screen.getByRole('button', { name: 'Sign Out Everywhere' }));

    const question = screen.getByRole('alertdialog', { name: 'Sign out everywhere?' });
    expect(question).toHaveAccessibleDescription(/What you have changed here has not been saved\.$/);
  });

  it('is confirmed first and opens the sign-in page', async () => {
    const { user, api, address } = open('/admin/settings', {
      'POST /auth/sign-out-everywhere': () => ({ message: '' }),
    });

    await user.click(await screen.findByRole('button', { name: 'Sign Out Everywhere' }));
    const question = screen.getByRole('alertdialog', { name: 'Sign out everywhere?' });
    expect(question).toHaveAccessibleDescription(/ends your sessions on all devices, and here too/);
    expect(api.bodiesOf('POST /auth/sign-out-everywhere')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Sign Out Everywhere' }));

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(address()).toBe('/admin/login');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('shows a failure', async () => {
    const { user } = open('/admin/settings', { 'POST /auth/sign-out-everywhere': unreachable });

    await user.click(await screen.findByRole('button', { name: 'Sign Out Everywhere' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign Out Everywhere' }));

    expect(await screen.findByText(unreached('Failed to sign out everywhere'))).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(localStorage.getItem('token')).toBe('a-token');
  });
});
