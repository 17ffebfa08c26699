import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import AdminApp from '../src/admin-app.tsx';
import { aDashboard, aSession, aUser, aViewReport } from './factories.ts';
import { fakeApi } from './fake-api.ts';
import { FakeEvents } from './fake-events.ts';

/** Renders the back office at an address, embedded as by the public site. */
export function renderAdmin(at = '/admin') {
  const admin = { path: '/admin/*', element: <AdminApp basePath="/admin" apiOrigin="" /> };
  const router = createMemoryRouter([admin, { path: '*', element: null }], {
    initialEntries: ['/', at],
  });
  render(<RouterProvider router={router} />);
  return {
    user: userEvent.setup(),
    /** Current address; taken from the router, because an effect would run after the page appears. */
    address: () => router.state.location.pathname + router.state.location.search,
    /** Navigates to an address, or by a number of history entries. */
    go: (to: string | number) => act(() => router.navigate(to as string)),
  };
}

type Routes = Parameters<typeof fakeApi>[0];

/** Renders the back office with a session, on an empty site with additional routes. */
export function renderSignedIn(at: string, routes: Routes = {}) {
  localStorage.setItem('token', 'a-token');
  const events = new FakeEvents();
  const api = fakeApi({
    'GET /admin/events': () => events,
    'GET /admin/dashboard': () => aDashboard(),
    'GET /admin/views': () => aViewReport(),
    'GET /auth/me': () => ({ user: aUser() }),
    'GET /auth/sessions': () => ({ sessions: [aSession({ is_current: true })] }),
    'GET /auth/security-events': () => ({ events: [] }),
    'GET /admin/export': () => ({ export: null }),
    'GET /admin/export/storage': () => ({ originals: 0, renditions: 0 }),
    'GET /admin/import': () => ({ is_empty: false, part_bytes: 8, import: null }),
    'POST /auth/logout': () => ({ message: '' }),
    'GET /photos': () => ({ photos: [], next_cursor: null, total: 0 }),
    'GET /tags': () => ({ tags: [] }),
    'GET /galleries': () => ({ galleries: [], next_cursor: null, total: 0 }),
    ...routes,
  });
  return { api, events, ...renderAdmin(at) };
}
