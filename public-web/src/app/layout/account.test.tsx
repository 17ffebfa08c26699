import '@testing-library/jest-dom/jest-globals';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { respondWith, renderAt, type CannedResponses } from '../../../test/render-page.tsx';
import { Account } from './layout.tsx';

const ELIN = { user: { id: 1, name: 'Elin Marsh', email: 'elin@example.com' } };

function open(token: string | null, responses: CannedResponses) {
  if (token) localStorage.setItem('token', token);
  const requested = respondWith(responses);
  renderAt('/', <Account />);
  return requested;
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

afterEach(() => localStorage.clear());

describe('Account', () => {
  it('renders nothing for visitors, without a request', async () => {
    const requested = open(null, { '/auth/me': ELIN });
    await settle();

    expect(document.body).toHaveTextContent(/^$/);
    expect(requested).toEqual([]);
  });

  it('shows the name and a link to the back office', async () => {
    open('good', { '/auth/me': ELIN });

    expect(await screen.findByText('Elin Marsh')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin');
  });

  it('signs out', async () => {
    const requested = open('good', { '/auth/me': ELIN, '/auth/logout': { message: '' } });

    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));

    expect(requested).toContain('/auth/logout');

    expect(localStorage.getItem('token')).toBeNull();
    // The back office distinguishes it from an expired session.
    expect(localStorage.getItem('signed-out')).toBe('');
    expect(screen.queryByText('Elin Marsh')).toBeNull();
  });

  it('deletes the files of uploads that the back office has saved', async () => {
    const root = { removeEntry: jest.fn(async (_name: string, _options: object) => undefined) };
    Object.defineProperty(navigator, 'storage', { value: { getDirectory: async () => root }, configurable: true });
    open('good', { '/auth/me': ELIN, '/auth/logout': { message: '' } });

    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));

    await waitFor(() => expect(root.removeEntry.mock.calls.map(([name]) => name)).toEqual(['shared', 'uploads']));
    Reflect.deleteProperty(navigator, 'storage');
  });

  it('disappears when another tab signs out', async () => {
    open('good', { '/auth/me': ELIN });
    await screen.findByText('Elin Marsh');

    localStorage.removeItem('token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));

    expect(screen.queryByText('Elin Marsh')).toBeNull();
  });

  it('clears a token that the API refuses', async () => {
    open('old', { '/auth/me': 401 });

    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    expect(localStorage.getItem('signed-out')).toBeNull();
    expect(document.body).toHaveTextContent(/^$/);
  });

  it('keeps the token and renders nothing while the API is unavailable', async () => {
    const requested = open('good', { '/auth/me': 503 });
    await waitFor(() => expect(requested).toContain('/auth/me'));
    await settle();

    expect(localStorage.getItem('token')).toBe('good');
    expect(document.body).toHaveTextContent(/^$/);
  });
});
