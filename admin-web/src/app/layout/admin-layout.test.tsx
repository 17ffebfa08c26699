import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast';
import { aComment, aCommentList, aDashboard, theSettings } from '../../../test/factories.ts';
import { fakeApi } from '../../../test/fake-api.ts';
import { FakeEvents } from '../../../test/fake-events.ts';
import { renderAdmin, renderSignedIn } from '../../../test/render-admin.tsx';
import { signInAgain } from '../../../test/sign-in-again.ts';
import { areShortcutsEnabled, setShortcutsEnabled } from '../shortcuts/use-shortcuts.ts';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const menu = () => within(screen.getByRole('navigation', { name: 'Admin' }));

/** Sets the system's color scheme. @returns a function that changes it */
function mockSystemTheme({ dark }: { dark: boolean }) {
  let notify = () => {};
  const query = {
    matches: dark,
    addEventListener: (_: string, listener: () => void) => (notify = listener),
    removeEventListener: () => {},
  };
  jest.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList);
  return (isDark: boolean) => {
    query.matches = isDark;
    act(notify);
  };
}

describe('the menu', () => {
  it('has a skip link', async () => {
    const { user } = renderSignedIn('/admin/photos');
    await screen.findByRole('heading', { name: 'Photos' });

    await user.tab();

    const skip = screen.getByRole('link', { name: 'Skip to content' });
    expect(skip).toHaveFocus();
    expect(skip).toHaveAttribute('href', `#${screen.getByRole('main').id}`);
  });

  it('leaves the focus at the content after Back to the address of the skip link', async () => {
    const { user, go } = renderSignedIn('/admin/photos#content');
    await screen.findByRole('heading', { name: 'Photos' });
    await user.click(menu().getByRole('link', { name: 'Dashboard' }));
    await user.tab();

    await go(-1);

    await screen.findByRole('heading', { name: 'Photos' });
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('links to every page and marks the current one', async () => {
    const { user, address } = renderSignedIn('/admin/photos');
    await screen.findByRole('heading', { name: 'Photos' });

    expect(
      menu()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dashboard', 'Galleries', 'Photos', 'Comments', 'News', 'Messages', 'Settings', 'Trash', 'Queue']);
    expect(menu().getByRole('link', { current: 'page' })).toHaveTextContent('Photos');
    await user.click(menu().getByRole('link', { name: 'Dashboard' }));

    expect(address()).toBe('/admin');
    expect(menu().getByRole('link', { current: 'page' })).toHaveTextContent('Dashboard');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('scrolls to the current link after counts have moved it', async () => {
    const resizeCallbacks: (() => void)[] = [];
    jest.spyOn(window, 'ResizeObserver').mockImplementation((notify) => {
      const observer = { observe: () => {}, unobserve: () => {}, disconnect: () => {} };
      resizeCallbacks.push(() => notify([], observer));
      return observer;
    });
    const moved = () => screen.queryByText('2') !== null;
    jest.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(() => (moved() ? 700 : 600));
    renderSignedIn('/admin/settings', {
      'GET /admin/settings/website': () => theSettings(),
      'GET /admin/dashboard': () => aDashboard({ pendingComments: 2 }),
    });
    await screen.findByRole('link', { name: 'Comments 2 pending' });

    for (const resize of resizeCallbacks) resize();

    expect(screen.getByRole('navigation', { name: 'Admin' }).scrollLeft).toBe(700);
  });

  it('shows counts and updates them on server events', async () => {
    const { api, events } = renderSignedIn('/admin/photos', {
      'GET /admin/dashboard': () => aDashboard({ pendingComments: 2 }),
    });
    expect(await screen.findByRole('link', { name: 'Comments 2 pending' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Messages' })).toBeVisible();

    api.respond('GET /admin/dashboard', () => aDashboard({ pendingComments: 3, unreadMessages: 1 }));
    await events.emit({ type: 'message.created', message_id: 7 });

    expect(await screen.findByRole('link', { name: 'Messages 1 unread' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Comments 3 pending' })).toBeVisible();
  });

  it('receives no events while the page is hidden, and catches up afterwards', async () => {
    const streams: FakeEvents[] = [];
    const { api } = renderSignedIn('/admin/photos', {
      'GET /admin/events': () => streams[streams.push(new FakeEvents()) - 1],
    });
    const requestCount = () => api.calls.filter(({ route }) => route === 'GET /admin/dashboard').length;
    const hidden = jest.spyOn(document, 'hidden', 'get');
    const setHidden = (isHidden: boolean) => {
      hidden.mockReturnValue(isHidden);
      fireEvent(document, new Event('visibilitychange'));
    };
    await waitFor(() => expect([requestCount(), streams.length]).toEqual([1, 1]));

    jest.useFakeTimers();
    setHidden(true);
    streams[0]!.send({ type: 'message.created', message_id: 7 });
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect([requestCount(), streams.length]).toEqual([1, 1]);

    api.respond('GET /admin/dashboard', () => aDashboard({ unreadMessages: 1 }));
    setHidden(false);
    await act(() => jest.advanceTimersByTimeAsync(0));
    streams[1]!.send({ type: 'open' });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByRole('link', { name: 'Messages 1 unread' })).toBeVisible();
  });

  it('fetches the counts once for many events', async () => {
    const { api, events } = renderSignedIn('/admin/photos');
    await screen.findByRole('heading', { name: 'Photos' });
    const requestCount = () => api.calls.filter(({ route }) => route === 'GET /admin/dashboard').length;
    await waitFor(() => expect(requestCount()).toBe(1));

    jest.useFakeTimers();
    for (let photo_id = 1; photo_id <= 20; photo_id++) events.send({ type: 'photo.ready', photo_id });
    events.send({ type: 'photo.progress', photo_id: 21, percent: 10 });

    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(requestCount()).toBe(2);
    events.send({ type: 'photo.progress', photo_id: 21, percent: 20 });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(requestCount()).toBe(2);
  });
});

it('keeps the menu beside a page that fails', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api, user } = renderSignedIn('/admin/galleries', {
    'GET /galleries': () => ({ galleries: [null], next_cursor: null, total: 1 }),
    'GET /comments': () => aCommentList([]),
    'POST /logs/frontend': () => ({ message: '' }),
  });
  expect(await screen.findByRole('heading', { name: 'Oops!' })).toBeVisible();
  await waitFor(() => expect(api.bodiesOf('POST /logs/frontend')).toHaveLength(1));

  await user.click(menu().getByRole('link', { name: 'Comments' }));

  expect(await screen.findByRole('heading', { name: 'Manage Comments' })).toBeVisible();
});

describe('a toast', () => {
  it('appears below the main button of the page', async () => {
    renderSignedIn('/admin/photos');
    const button = (await screen.findAllByRole('button', { name: 'Add Photo' }))[0]!;
    const rectangle = { bottom: 80 } as DOMRect;
    jest.spyOn(button.parentElement!, 'getBoundingClientRect').mockReturnValue(rectangle);

    act(() => void toast.success('Photo updated successfully!'));

    const message = screen.getByText('Photo updated successfully!');
    expect(message.closest('.toasts')).toHaveStyle({ '--toasts-below': '92px' });
  });

  it('appears at the top where the main button is far down', async () => {
    renderSignedIn('/admin/photos');
    const button = (await screen.findAllByRole('button', { name: 'Add Photo' }))[0]!;
    const rectangle = { bottom: innerHeight / 3 } as DOMRect;
    jest.spyOn(button.parentElement!, 'getBoundingClientRect').mockReturnValue(rectangle);

    act(() => void toast.success('Photo updated successfully!'));

    const message = screen.getByText('Photo updated successfully!');
    expect(message.closest('.toasts')).toHaveStyle({ '--toasts-below': '0px' });
  });

  it('moves to the dialog that opens, and back', async () => {
    const { user } = renderSignedIn('/admin/photos');
    await user.click(await screen.findByRole('button', { name: 'Shortcuts' }));
    act(() => void toast.error('Failed to update photo'));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('alert')).toHaveTextContent('Failed to update photo');

    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update photo');
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }));

    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeVisible();
  });
});

describe('the theme', () => {
  it('is dark on a dark site', async () => {
    renderSignedIn('/admin/photos', { 'GET /public/settings': () => ({ darkTheme: true }) });

    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
  });

  it('is dark on the sign-in page of a dark site', async () => {
    fakeApi({ 'GET /public/settings': () => ({ darkTheme: true }) });
    renderAdmin('/admin/login');

    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
  });

  it('stays dark at a sign-in after a sign-out', async () => {
    const page = renderSignedIn('/admin/photos', { 'GET /public/settings': () => ({ darkTheme: true }) });
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
    page.api.respond('GET /public/settings', () => new Promise(() => {}));
    await page.user.click(await screen.findByRole('button', { name: 'Logout' }));

    await signInAgain(page);

    await screen.findByRole('button', { name: 'Logout' });
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  });

  it('follows the system otherwise', async () => {
    const setSystemDark = mockSystemTheme({ dark: false });
    renderSignedIn('/admin/photos', { 'GET /public/settings': () => ({ darkTheme: false }) });
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'light'));

    setSystemDark(true);

    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  });
});

it('shows dates in the time zone of the site, also after a change', async () => {
  const comment = aComment({ is_approved: false, created_at: '2026-03-14T21:05:00.000Z' });
  const { api, go, user } = renderSignedIn('/admin/comments', {
    'GET /comments': () => aCommentList([comment]),
    'GET /public/settings': () => ({ darkTheme: false, language: 'en-GB', timeZone: 'Asia/Tokyo' }),
    'GET /admin/settings/website': () => theSettings({ time_zone: 'Asia/Tokyo' }),
    'PUT /admin/settings/website': () => ({ ...theSettings({ time_zone: 'Pacific/Honolulu' }), message: '' }),
  });
  expect(await screen.findByText('15 Mar 2026, 06:05 GMT+9')).toBeVisible();

  await go('/admin/settings/texts');
  api.respond('GET /public/settings', () => ({ darkTheme: false, language: 'en-GB', timeZone: 'Pacific/Honolulu' }));
  await user.selectOptions(await screen.findByLabelText('Time zone'), 'Pacific/Honolulu');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Settings updated successfully!');
  await go('/admin/comments');

  expect(await screen.findByText('14 Mar 2026, 11:05 GMT-10')).toBeVisible();
});

describe('shortcuts', () => {
  it('open a page with g and a letter', async () => {
    const { user, address } = renderSignedIn('/admin/photos');
    await screen.findByRole('heading', { name: 'Photos' });

    await user.keyboard('gg');

    expect(await screen.findByRole('heading', { name: 'Galleries' })).toBeVisible();
    expect(address()).toBe('/admin/galleries');
  });

  it('are listed under ?', async () => {
    const { user } = renderSignedIn('/admin/photos');
    await screen.findByRole('heading', { name: 'Photos' });

    await user.keyboard('?');

    const list = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    const goTo = within(list.getByRole('region', { name: 'Go to' }));
    expect(goTo.getByText('Settings').closest('div')).toHaveTextContent('Settingsg then s');
    expect(list.getByText('Show this list').closest('div')).toHaveTextContent('Show this list?');
    // Groups with the same title are merged.
    const titles = list.getAllByRole('region').map((region) => within(region).getByRole('heading').textContent);
    expect(titles).toEqual(['Go to', 'Photos', 'Everywhere']);
  });

  it('are listed while a checkbox has the focus', async () => {
    const { user } = renderSignedIn('/admin/comments', { 'GET /comments': () => aCommentList([aComment()]) });
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));

    await user.keyboard('?');

    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  it('are listed on narrow screens, which hide the button', async () => {
    const { user } = renderSignedIn('/admin/photos');
    const button = await screen.findByRole('button', { name: 'Shortcuts' });
    button.parentElement!.style.display = 'none';

    await user.keyboard('?');

    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  it('are inactive in text fields and open dialogs', async () => {
    const { user, address } = renderSignedIn('/admin/photos');
    await user.click((await screen.findAllByRole('button', { name: 'Add Photo' }))[0]!);
    const dialog = within(screen.getByRole('dialog', { name: 'Upload Photo' }));

    await user.type(dialog.getByLabelText('Title'), 'gs?');
    act(() => dialog.getByRole('button', { name: 'Cancel' }).focus());
    await user.keyboard('gs?');

    expect(dialog.getByLabelText('Title')).toHaveValue('gs?');
    expect(address()).toMatch(/^\/admin\/photos/);
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
  });

  it('can be turned off and on', async () => {
    const { user, address } = renderSignedIn('/admin/photos', { 'GET /admin/settings/website': () => theSettings() });
    await user.click(await screen.findByRole('button', { name: 'Shortcuts' }));
    await user.click(screen.getByRole('switch', { name: 'Shortcuts are on', checked: true }));
    await user.click(screen.getByRole('button', { name: 'Done' }));

    await user.keyboard('gs?');
    expect(address()).toBe('/admin/photos');
    expect(screen.queryByRole('dialog')).toBeNull();
    const button = screen.getByRole('button', { name: 'Shortcuts' });
    // Narrow screens hide this class.
    expect(button.parentElement).not.toHaveClass('opener');

    await user.click(button);
    await user.click(screen.getByRole('switch', { name: 'Shortcuts are on', checked: false }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(button).toHaveFocus();
    expect(button.parentElement).not.toHaveClass('opener');
    await user.keyboard('gs');
    expect(address()).toBe('/admin/settings');
  });

  it('show whether another tab has turned them off', async () => {
    const { user } = renderSignedIn('/admin/photos');
    const button = await screen.findByRole('button', { name: 'Shortcuts' });
    setShortcutsEnabled(false);

    await user.click(button);

    const toggle = screen.getByRole('switch', { name: 'Shortcuts are on' });
    expect(toggle).not.toBeChecked();
    await user.click(toggle);
    expect(areShortcutsEnabled()).toBe(true);
  });
});
