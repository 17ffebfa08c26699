import { Api } from '@portfolio/api-client';
import { useMemo, useSyncExternalStore } from 'react';

/** Where the back office keeps the token of a signed-in administrator. */
const KEY = 'token';

const listeners = new Set<() => void>();

/** The token; null where nobody is signed in, or the browser lets nothing be kept. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Signs out, here and in the browser's other tabs. */
export function clearToken(): void {
  try {
    localStorage.removeItem(KEY);
  } finally {
    for (const listener of listeners) listener();
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The token of whoever is signed in; null on the server and until the page has been hydrated. */
export const useToken = (): string | null => useSyncExternalStore(subscribe, readToken, () => null);

/** The API asked with a token. One that is good no more is thrown away, and nobody is signed in then. */
export const useApiWith = (token: string | null): Api =>
  useMemo(
    () =>
      new Api({
        token: () => token,
        onUnauthorized: () => {
          // Somebody may have signed in anew meanwhile, in another tab.
          if (readToken() === token) clearToken();
        },
      }),
    [token],
  );
