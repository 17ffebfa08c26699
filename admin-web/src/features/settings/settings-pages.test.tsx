import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SaveSettings } from '@portfolio/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aFile, theSettings } from '../../../test/factories.ts';
import { failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';
import { signInAgain } from '../../../test/sign-in-again.ts';

const open = (at = '/admin/settings', more: Parameters<typeof renderSignedIn>[1] = {}) =>
  renderSignedIn(at, { 'GET /admin/settings/website': () => theSettings(), ...more });

const navigation = () => within(screen.getByRole('navigation', { name: 'Settings' }));
const link = (name: string) => navigation().getByRole('link', { name });

describe('the settings', () => {
  it('link to each page, which has its sections and title and takes the focus', async () => {
    const { user, address } = open('/admin/settings/sessions');
    await screen.findByRole('table', { name: 'Sessions' });

    for (const [name, path, sections] of [
      [
        'Profile and Look',
        '',
        [
          ...['Profile Information', 'Change Password', 'Background Image', 'Background Display Options'],
          'Photo Details',
        ],
      ],
      ['Texts', '/texts', ['Site', 'Home', 'About', 'Social Links']],
      ['Rights', '/rights', ['Rights', 'Crawlers']],
      ['Contact', '/contact', ['Contact']],
      ['Privacy', '/privacy', ['Imprint & Privacy', 'Visitors']],
      ['Sessions', '/sessions', ['Sessions']],
      ['Export', '/export', ['Export', 'Import']],
    ] as const) {
      await user.click(link(name));

      await screen.findByRole('region', { name: sections.at(-1)! });
      expect(address()).toBe(`/admin/settings${path}`);
      expect(screen.getByRole('main')).toHaveFocus();
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Settings');
      expect(screen.getByText('Manage your profile and account settings')).toBeVisible();
      expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(sections);
      expect(navigation().getByRole('link', { current: 'page' })).toHaveTextContent(name);
      expect(document.title).toBe(`${name} · Settings · Back office`);
    }
  });

  it('load the data of their page only', async () => {
    const { user, api } = open('/admin/settings/sessions');
    await screen.findByRole('table', { name: 'Sessions' });
    expect(api.calls.map(({ route }) => route)).not.toContain('GET /admin/settings/website');
    api.calls.length = 0;

    await user.click(link('Texts'));

    expect(await screen.findByLabelText('Story')).toBeVisible();
    expect(api.calls.map(({ route }) => route)).not.toContain('GET /auth/sessions');
  });

  it('show a page for unknown addresses', async () => {
    const { user, address } = open('/admin/settings/nothing');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull();

    await user.click(screen.getByRole('link', { name: 'Go to the dashboard' }));

    expect(address()).toBe('/admin');
  });

  it('redirect earlier fragments to their pages', async () => {
    const { address, go } = open();

    for (const [fragment, path] of [
      ['#access', '/privacy'],
      ['#texts', '/texts'],
      ['#texts-contact', '/contact'],
      ['#texts-imprint', '/privacy'],
      ['#sessions', '/sessions'],
      ['#details', ''],
    ]) {
      await go(`/admin/settings${fragment}`);
      await waitFor(() => expect(address()).toBe(`/admin/settings${path}`));
    }
  });

  it.each([
    ['#texts-about', 'About'],
    ['#security-events', 'Recent Security Events'],
    ['#details', 'Photo Details'],
  ])('focus the section of the fragment %s, also one that loads late', async (fragment, name) => {
    open(`/admin/settings${fragment}`);

    await waitFor(() => expect(screen.getByRole('heading', { name })).toHaveFocus());
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

  const NOTICE = 'The settings of the site cannot be changed right now.';

  it.each([
    ['', 'Save Changes', 'Full Page Background'],
    ['/privacy', undefined, 'Comments'],
  ])('the page settings%s shows what works, and retries', async (path, works, late) => {
    const { user, api } = open(`/admin/settings${path}`, {
      'GET /admin/settings/website': () => failing('request.too-many'),
    });

    const notice = await screen.findByText(NOTICE);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(logged).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('switch')).toBeNull();
    const buttons = within(screen.getByRole('main')).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([...(works ? [works] : []), 'Try Again']),
    );

    let respond = (_: unknown) => {};
    api.respond('GET /admin/settings/website', () => new Promise((resolve) => (respond = resolve)));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Loading the settings of the site')).toBeInTheDocument();
    await act(async () => respond(failing('request.too-many')));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(document.body).not.toHaveFocus();

    api.respond('GET /admin/settings/website', () => theSettings());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('switch', { name: late })).toBeVisible();
    expect(notice).not.toBeInTheDocument();
    expect(document.body).not.toHaveFocus();
  });
});

describe('unsaved changes', () => {
  type Page = ReturnType<typeof open>;
  const image = async () => screen.findByLabelText('Replace Image');
  const background = { value: '/media/background/1/1600.jpeg', status: 'ready' } as const;

  it.each([
    ['a password', '', async ({ user }: Page) => user.type(await screen.findByLabelText('New Password'), '!')],
    ['an image', '', async ({ user }: Page) => user.upload(await image(), aFile())],
    [
      'a focal point',
      '',
      async ({ user }: Page) => {
        (await screen.findByRole('button', { name: 'Focal point' })).focus();
        await user.keyboard('{ArrowUp}');
      },
    ],
    ['a text', '/texts', async ({ user }: Page) => user.type(await screen.findByLabelText('Story'), '!')],
  ])('are confirmed before leaving to another page of the settings or the menu: %s', async (_, path, change) => {
    const page = open(`/admin/settings${path}`, { 'GET /admin/settings/website': () => theSettings({}, background) });
    await change(page);

    await page.user.click(screen.getByRole('link', { name: 'News' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(page.address()).toBe(`/admin/settings${path}`);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);

    await page.user.click(link('Contact'));
    await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.address()).toBe('/admin/settings/contact'));
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  it('block a redirect to another page of the settings', async () => {
    const { user, address, go } = open();
    await user.type(await screen.findByLabelText(/^Full Name/), '!');
    await user.tab();

    await go('/admin/settings#texts');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));

    expect(address()).toBe('/admin/settings');
    expect(screen.getByLabelText(/^Full Name/)).toHaveValue('Elin Marsh!');
  });

  it('exclude a password filled in by the browser', async () => {
    const { user, address } = open();
    await user.type(await screen.findByLabelText('Current Password'), 'a quiet harbour');
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);

    await user.click(screen.getByRole('link', { name: 'News' }));

    await waitFor(() => expect(address()).toBe('/admin/news'));
  });
});

it('the texts page shows saved texts again, also when an older response arrives late', async () => {
  let respond = (_: unknown) => {};
  const { user, api } = open('/admin/settings/texts', {
    'PUT /admin/settings/website': ({ body }) => ({ ...theSettings((body as SaveSettings).settings), message: '' }),
  });
  await screen.findByLabelText('Site title');
  await user.click(link('Contact'));
  await screen.findByLabelText('Reply promise');
  api.respond('GET /admin/settings/website', () => new Promise((resolve) => (respond = resolve)));
  await user.click(link('Texts'));
  await user.type(await screen.findByLabelText('Site title'), 'Slow Light');

  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Settings updated successfully!');
  await act(async () => respond(theSettings()));
  await user.click(link('Contact'));
  await screen.findByLabelText('Reply promise');
  await user.click(link('Texts'));

  expect(await screen.findByLabelText('Site title')).toHaveValue('Slow Light');
});

describe('logging out', () => {
  const write = async () => {
    const page = open('/admin/settings/texts');
    await page.user.type(await screen.findByLabelText('Site title'), 'Slow Light');
    await page.user.click(screen.getByRole('button', { name: 'Logout' }));
    return { ...page, question: within(screen.getByRole('alertdialog', { name: 'Discard changes?' })) };
  };

  it('confirms before unsaved changes are discarded; Keep editing stays', async () => {
    const { user, address, question } = await write();

    await user.click(question.getByRole('button', { name: 'Keep editing' }));

    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByLabelText('Site title')).toHaveValue('Slow Light');
    expect(localStorage.getItem('token')).toBe('a-token');
    expect(address()).toBe('/admin/settings/texts');
  });

  it('discards unsaved changes and returns after the next sign-in', async () => {
    const page = await write();
    const { user, address, question } = page;
    await user.click(question.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();

    await signInAgain(page);

    expect(await screen.findByLabelText('Site title')).toHaveValue('');
    expect(address()).toBe('/admin/settings/texts');
  });

  it('ignores a link from elsewhere', async () => {
    open('/admin/logout');

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(localStorage.getItem('token')).toBe('a-token');
  });
});

describe('signing out everywhere', () => {
  it('is confirmed first and opens the sign-in page', async () => {
    const { user, api, address } = open('/admin/settings/sessions', {
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
    const { user } = open('/admin/settings/sessions', { 'POST /auth/sign-out-everywhere': unreachable });

    await user.click(await screen.findByRole('button', { name: 'Sign Out Everywhere' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign Out Everywhere' }));

    expect(await screen.findByText(unreached('Failed to sign out everywhere'))).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(localStorage.getItem('token')).toBe('a-token');
  });
});
