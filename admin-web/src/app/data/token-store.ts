const KEY = 'token';

/** Bearer token in the browser's storage, shared with the public site. */
export const tokenStore = {
  get: (): string | null => localStorage.getItem(KEY),
  set: (token: string): void => replaceToken(token),
  clear: (): void => replaceToken(null),

  /** Clears a token that the API has refused. */
  refuse: (): void => replaceToken(null, true),

  /** Whether the API refused the last token; false after a sign-out. */
  wasRefused: (): boolean => wasRefused,

  /** Calls the listener at each change, also in other tabs. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  },
};

let wasRefused = false;
const listeners = new Set<() => void>();

function replaceToken(token: string | null, isRefused = false): void {
  wasRefused = isRefused;
  if (token === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, token);
  for (const listener of listeners) listener();
}
