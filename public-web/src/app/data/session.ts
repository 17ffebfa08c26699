import { Api } from '@portfolio/api-client';
import { createStore } from '@portfolio/ui/store';
import { useEffect, useMemo } from 'react';

/** Storage key that the back office writes. */
const KEY = 'token';

const store = createStore<string | null>(null);
const syncTokenFromStorage = () => store.set(readToken());

/** The administrator's token; null without a session or without storage. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Signs out in all tabs. */
export function clearToken(): void {
  try {
    localStorage.removeItem(KEY);
  } finally {
    syncTokenFromStorage();
  }
}

/** The administrator's token; null on the server and until the page is hydrated. */
export function useToken(): string | null {
  useEffect(() => {
    syncTokenFromStorage();
    window.addEventListener('storage', syncTokenFromStorage);
    return () => window.removeEventListener('storage', syncTokenFromStorage);
  }, []);
  return store.use();
}

/** The API with a token, which is cleared when the API refuses it. */
export const useApiWith = (token: string | null): Api =>
  useMemo(
    () =>
      new Api({
        token: () => token,
        onUnauthorized: () => {
          // Another tab may have signed in meanwhile.
          if (readToken() === token) clearToken();
        },
      }),
    [token],
  );
