const KEY = 'token';
/** Set after a sign-out, until the next sign-in. */
const SIGNED_OUT = 'signed-out';

/** Bearer token in the browser's storage, shared with the public site. */
export const tokenStore = {
  get: (): string | null => localStorage.getItem(KEY),
  set: (token: string): void => replaceToken(token),
  clear(): void {
    localStorage.setItem(SIGNED_OUT, '');
    replaceToken(null);
  },

  /** Clears a token that the API rejected. */
  clearInvalid: (): void => replaceToken(null, 'invalid'),

  /**
   * Why the last token was cleared. Undefined after a sign-out in this tab. `import` if an import may have ended the
   * session: its site has other accounts.
   */
  endReason: (): 'invalid' | 'import' | 'other-tab' | undefined =>
    lastEnd === 'invalid' && isImporting ? 'import' : lastEnd,

  /** Records whether an import is running. */
  setImporting(value: boolean): void {
    isImporting = value;
  },

  /** Whether the administrator signed out, in any tab. */
  wasSignOut: (): boolean => localStorage.getItem(SIGNED_OUT) !== null,

  /** Calls the listener at each change, also in other tabs. */
  subscribe(listener: () => void): () => void {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === KEY && newValue === null) lastEnd = tokenStore.wasSignOut() ? 'other-tab' : 'invalid';
      // Another tab signed in: the next end of the session is its own.
      else if (key === KEY) [lastEnd, isImporting] = [undefined, false];
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

let lastEnd: 'invalid' | 'other-tab' | undefined;
let isImporting = false;
const listeners = new Set<() => void>();

function replaceToken(token: string | null, end?: 'invalid'): void {
  lastEnd = end;
  if (token === null) localStorage.removeItem(KEY);
  else {
    isImporting = false;
    localStorage.removeItem(SIGNED_OUT);
    localStorage.setItem(KEY, token);
  }
  for (const listener of listeners) listener();
}
