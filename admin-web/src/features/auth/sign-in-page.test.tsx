import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { aGallery, aGalleryList, aPhotoList, aUser } from '../../../test/factories.ts';
import { FakeResponse, failing, fakeApi, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderAdmin, renderSignedIn } from '../../../test/render-admin.tsx';
import { tokenStore } from '../../app/data/token-store.ts';

afterEach(() => void jest.useRealTimers());

const session = () => ({ token: 'a-token', user: aUser() });

/** API without a session: lists require a token. */
function visitorApi(login: () => unknown, demo: unknown = null) {
  return fakeApi({
    'GET /public/demo': () => ({ demo }),
    'POST /auth/login': login,
    'GET /galleries': ({ token }) =>
      token ? { galleries: [], next_cursor: null, total: 0 } : failing('auth.required'),
    'GET /photos': ({ token }) => (token ? aPhotoList([]) : failing('auth.required')),
  });
}

async function signIn(user: ReturnType<typeof renderAdmin>['user'], email = 'elin@example.org', password = 'secret') {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

/** Changes the token as another tab would. A tab that was frozen gets several events after the last change. */
function changeTokenElsewhere(...tokens: (string | null)[]) {
  const token = tokens.at(-1) ?? null;
  if (token === null) localStorage.removeItem('token');
  else localStorage.setItem('token', token);
  for (const newValue of tokens) {
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue })));
  }
}

describe('the sign-in page', () => {
  it('requires email and password at their fields', async () => {
    const api = visitorApi(session);
    const { user } = renderAdmin('/admin/login');

    await user.click(await screen.findByRole('button', { name: 'Sign In' }));

    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(api.bodiesOf('POST /auth/login')).toEqual([]);
  });

  it('shows the password on request and says who can reset it', async () => {
    visitorApi(session);
    const { user } = renderAdmin('/admin/login');
    const password = await screen.findByLabelText('Password');

    await user.click(screen.getByRole('button', { name: 'Show Password' }));

    expect(password).toHaveAttribute('type', 'text');
    expect(screen.getByText('Forgot your password? The operator of the site can reset it.')).toBeVisible();
  });

  it('rejects an invalid email address', async () => {
    visitorApi(session);
    const { user } = renderAdmin('/admin/login');

    await signIn(user, 'elin@');

    expect(await screen.findByText('Invalid email address')).toBeVisible();
  });

  it('opens the dashboard with a welcome and stores the token', async () => {
    const api = visitorApi(session);
    const { user, address } = renderAdmin('/admin/login');

    await signIn(user);

    expect(await screen.findByText('Welcome back!')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(address()).toBe('/admin');
    expect(localStorage.getItem('token')).toBe('a-token');
    expect(api.bodiesOf('POST /auth/login')).toEqual([{ email: 'elin@example.org', password: 'secret' }]);
    expect(screen.getByText('Elin Marsh')).toBeVisible();
  });

  it.each([
    ['the API’s message', () => failing('auth.wrong-credentials'), 'Invalid email or password'],
    ['the default message for a response without one', () => new FakeResponse(500, undefined), 'Login failed'],
    ['the default message for a lost response', unreachable, unreached('An unexpected error occurred')],
  ])('shows %s', async (_, login, message) => {
    visitorApi(login);
    const { user, address } = renderAdmin('/admin/login');

    await signIn(user);

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(address()).toBe('/admin/login');
    expect(screen.getByLabelText('Email')).toHaveValue('elin@example.org');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('offers the demo account of a demo site', async () => {
    visitorApi(session, { email: 'demo@example.com', password: 'demo-portfolio' });
    const { user } = renderAdmin('/admin/login');

    await user.click(await screen.findByRole('button', { name: 'Fill in for me' }));

    expect(screen.getByLabelText('Email')).toHaveValue('demo@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('demo-portfolio');
  });

  it('offers no demo account after its password was changed', async () => {
    const api = visitorApi(session, { email: 'demo@example.com', password: 'demo-portfolio' });
    const { user } = renderAdmin('/admin/login');
    await screen.findByRole('complementary', { name: 'Demo account' });
    api.respond('GET /public/demo', () => ({ demo: null }));
    await signIn(user);

    await user.click(await screen.findByRole('button', { name: 'Logout' }));

    await screen.findByRole('heading', { name: 'Sign in' });
    await waitFor(() => expect(screen.queryByText(/demo/)).toBeNull());
  });

  it('has no demo account on other sites', async () => {
    const api = visitorApi(session);
    renderAdmin('/admin/login');

    await screen.findByLabelText('Email');
    await waitFor(() => expect(api.calls.map(({ route }) => route)).toContain('GET /public/demo'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByText(/demo/)).toBeNull();
  });
});

describe('the session guard', () => {
  it('redirects a visitor to the sign-in page and back', async () => {
    visitorApi(session);
    const { user, address } = renderAdmin('/admin/galleries?from=mail');

    await screen.findByRole('heading', { name: 'Sign in' });
    expect(address()).toBe('/admin/login');
    await signIn(user);

    expect(await screen.findByRole('heading', { name: 'Galleries' })).toBeVisible();
    expect(address()).toBe('/admin/galleries?from=mail');
  });

  it('shows a spinner while a stored token is verified', async () => {
    let respond = (_: unknown) => {};
    const { address } = renderSignedIn('/admin/galleries', {
      'GET /auth/me': () => new Promise((resolve) => (respond = resolve)),
    });

    expect(await screen.findByText('Loading')).toBeVisible();
    expect(address()).toBe('/admin/galleries');
    respond({ user: aUser() });

    expect(await screen.findByRole('heading', { name: 'Galleries' })).toBeVisible();
  });

  it('clears a refused token', async () => {
    const { address } = renderSignedIn('/admin/photos', { 'GET /auth/me': () => failing('auth.required') });

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(address()).toBe('/admin/login');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('clears the token at a later 401 and opens the sign-in page', async () => {
    const { user, api, address } = renderSignedIn('/admin/photos');
    await screen.findByRole('heading', { name: 'No photos found' });
    api.respond('GET /galleries', () => failing('auth.required'));

    await user.click(screen.getByRole('link', { name: 'Galleries' }));

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    expect(address()).toBe('/admin/login');
    // Nothing was being typed.
    expect(screen.getByText(/^Your session has ended\. Sign in to continue\.$/)).toHaveAttribute('role', 'status');
  });

  it('reports a session that a 401 ended in another tab', async () => {
    // Forgets the end of the session in another test.
    tokenStore.set('a-token');
    renderSignedIn('/admin/photos');
    expect(await screen.findByRole('heading', { name: 'Photos' })).toBeVisible();

    changeTokenElsewhere(null);

    expect(await screen.findByText(/^Your session has ended/)).toBeVisible();
  });

  it('reports no ended session after a sign-in and a sign-out in another tab', async () => {
    const { api } = renderSignedIn('/admin/photos', { 'GET /auth/me': () => failing('auth.required') });
    expect(await screen.findByText(/^Your session has ended/)).toBeVisible();
    api.respond('GET /auth/me', () => ({ user: aUser() }));

    changeTokenElsewhere('another-token');
    expect(await screen.findByRole('heading', { name: 'Photos' })).toBeVisible();
    localStorage.setItem('signed-out', '');
    changeTokenElsewhere(null);

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByText(/session has ended/)).toBeNull();
  });

  it('reports a sign-out in another tab, and input that is kept for the next sign-in', async () => {
    const { user } = renderSignedIn('/admin/news?new');
    await user.type(await screen.findByLabelText('Headline'), 'Mine');

    localStorage.setItem('signed-out', '');
    await act(async () => changeTokenElsewhere(null));

    expect(await screen.findByText('You signed out in another tab. Your input is saved.')).toBeVisible();
  });

  it('reports no import after a sign-in in another tab', async () => {
    tokenStore.setImporting(true);
    const { user, api } = renderSignedIn('/admin/photos', { 'GET /auth/me': () => failing('auth.required') });
    await screen.findByRole('heading', { name: 'Sign in' });
    api.respond('GET /auth/me', () => ({ user: aUser() }));
    changeTokenElsewhere('another-token');
    await screen.findByRole('heading', { name: 'Dashboard' });
    api.respond('GET /admin/queue', () => failing('auth.required'));

    await user.click(screen.getByRole('link', { name: 'Queue' }));

    expect(await screen.findByText(/^Your session has ended\. Sign in to continue/)).toBeVisible();
  });

  it('shows the administrator who signed in elsewhere while the tab was frozen', async () => {
    const { api, address } = renderSignedIn('/admin/photos');
    expect(await screen.findByText(aUser().name)).toBeVisible();
    api.respond('GET /auth/me', () => ({ user: { ...aUser(), id: 2, name: 'Ada' } }));

    changeTokenElsewhere(null, 'another-token');

    expect(await screen.findByText('Ada')).toBeVisible();
    expect(screen.queryByText(aUser().name)).toBeNull();
    expect(address()).toBe('/admin/photos');
  });

  it('shows no input of the earlier administrator to another one', async () => {
    const { user, api } = renderSignedIn('/admin/news');
    await user.click(await screen.findByRole('button', { name: 'New News Item' }));
    await user.type(await screen.findByLabelText('Headline'), 'Mine');
    api.respond('GET /auth/me', () => ({ user: { ...aUser(), id: 2, name: 'Ada' } }));

    changeTokenElsewhere(null, 'another-token');

    expect(await screen.findByText('Ada')).toBeVisible();
    // The address still opens the form.
    expect(screen.getByLabelText('Headline')).toHaveValue('');
  });

  it('stays during an outage at the load, which can be retried', async () => {
    const { user, api, address } = renderSignedIn('/admin/photos', { 'GET /auth/me': unreachable });

    const retry = await screen.findByRole('button', { name: 'Try Again' }, { timeout: 4_000 });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveTextContent('Try Again'), { timeout: 4_000 });
    expect(retry).toHaveFocus();
    api.respond('GET /auth/me', () => ({ user: aUser() }));
    await user.click(retry);

    expect(await screen.findByRole('heading', { name: 'Photos' }, { timeout: 4_000 })).toBeVisible();
    expect([localStorage.getItem('token'), address()]).toEqual(['a-token', '/admin/photos']);
  });

  it('keeps the session while the API is unavailable', async () => {
    const gallery = aGallery({ title: 'Tides' });
    const { user, api } = renderSignedIn('/admin/galleries', { 'GET /galleries': () => aGalleryList([gallery]) });
    const toggle = await screen.findByRole('switch', { name: 'Tides is active' });
    for (const route of [`PUT /galleries/${gallery.id}`, 'GET /galleries', 'GET /auth/me'])
      api.respond(route, unreachable);

    // A lost response refetches all active queries.
    jest.useFakeTimers({ advanceTimers: true });
    await user.click(toggle);
    await act(() => jest.advanceTimersByTimeAsync(2_500));
    expect(api.bodiesOf('GET /auth/me').length).toBeGreaterThanOrEqual(3);

    expect(localStorage.getItem('token')).toBe('a-token');
    expect(screen.getByRole('heading', { name: 'Galleries' })).toBeVisible();
  });

  it('logs out', async () => {
    const { user } = renderSignedIn('/admin/photos');

    await user.click(await screen.findByRole('button', { name: 'Logout' }));

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByText(/session has ended/)).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('skips the sign-in page with a session', async () => {
    const { address } = renderSignedIn('/admin/login');

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(address()).toBe('/admin');
  });
});
