import { Api } from '@portfolio/api-client';
import { useMemo, useSyncExternalStore } from 'react';
import { readStorage, writeStorage } from './storage.ts';

/** Storage key that the back office writes. */
const KEY = 'token';

/** The administrator's token; null without a session or without storage. */
export const readToken = (): string | null => readStorage('localStorage', KEY);

/** Signs out in all tabs. */
export function clearToken(): void {
  writeStorage('localStorage', KEY, null);
  // Browsers notify the other tabs only.
  window.dispatchEvent(new Event('storage'));
}

function subscribe(onChange: () => void) {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}

/** The administrator's token; null on the server and until the page is hydrated. */
export const useToken = (): string | null => useSyncExternalStore(subscribe, readToken, () => null);

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
