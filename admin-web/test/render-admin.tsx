import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import AdminApp from '../src/admin-app.tsx';
import { aUser } from './factories.ts';
import { fakeApi } from './fake-api.ts';

/** Where the app has gone, for a test to read. */
let address = '';

function Address() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    address = pathname + search;
  }, [pathname, search]);
  return null;
}

/** The whole back office as the public site mounts it, opened at an address. */
export function renderAdmin(at = '/admin') {
  render(
    <MemoryRouter initialEntries={['/', at]}>
      <Address />
      <Routes>
        <Route path="/admin/*" element={<AdminApp basePath="/admin" apiOrigin="" />} />
        <Route path="*" element={null} />
      </Routes>
    </MemoryRouter>,
  );
  return { user: userEvent.setup(), address: () => address };
}

type Routes = Parameters<typeof fakeApi>[0];

/** The same with somebody signed in; galleries and photos are empty unless the routes say otherwise. */
export function renderSignedIn(at: string, routes: Routes = {}) {
  localStorage.setItem('token', 'a-token');
  const api = fakeApi({
    'GET /auth/me': () => ({ user: aUser() }),
    'GET /photos': () => ({ photos: [], next_cursor: null, total: 0 }),
    'GET /galleries': () => ({ galleries: [], next_cursor: null, total: 0 }),
    ...routes,
  });
  return { api, ...renderAdmin(at) };
}
