const KEY = 'token';

/** Bearer token in the browser's storage, shared with the public site. */
export const tokenStore = {
  get: (): string | null => localStorage.getItem(KEY),
  set: (token: string): void => replaceToken(token),
  clear: (): void => replaceToken(null, 'sign-out'),

  /** Clears a token that the API rejected or could not verify. */
  clearInvalid: (): void => replaceToken(null, 'invalid'),

  /** Whether this tab cleared the last token as invalid; false after a sign-out, in any tab. */
  wasInvalid: (): boolean => end === 'invalid',

  /** Whether the administrator signed out in this tab. */
  wasSignOut: (): boolean => end === 'sign-out',

  /** Calls the listener at each change, also in other tabs. */
  subscribe(listener: () => void): () => void {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      // Another tab signed in: the next end of the session is its own.
      if (key === KEY && newValue !== null) end = undefined;
      listener();
    };
    listeners.add(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
    };
  },
};

/** How the last session ended in this tab. */
let end: 'invalid' | 'sign-out' | undefined;
const listeners = new Set<() => void>();

function replaceToken(token: string | null, endedBy?: typeof end): void {
  end = endedBy;
  if (token === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, token);
  for (const listener of listeners) listener();
}
