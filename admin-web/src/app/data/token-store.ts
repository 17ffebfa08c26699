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
  clearInvalid: (): void => replaceToken(null, true),

  /**
   * Why a tab cleared the last token as invalid. Undefined after a sign-out. `import` if an import may have ended the
   * session: its site has other accounts.
   */
  endReason(): 'invalid' | 'import' | undefined {
    if (!wasInvalid) return undefined;
    return isImporting ? 'import' : 'invalid';
  },

  /** Records whether an import is running. */
  setImporting(value: boolean): void {
    isImporting = value;
  },

  /** Whether the administrator signed out, in any tab. */
  wasSignOut: (): boolean => localStorage.getItem(SIGNED_OUT) !== null,

  /** Calls the listener at each change, also in other tabs. */
  subscribe(listener: () => void): () => void {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === KEY && newValue === null) wasInvalid = !tokenStore.wasSignOut();
      // Another tab signed in: the next end of the session is its own.
      else if (key === KEY) wasInvalid = isImporting = false;
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

let wasInvalid = false;
let isImporting = false;
const listeners = new Set<() => void>();

function replaceToken(token: string | null, isInvalid = false): void {
  wasInvalid = isInvalid;
  if (token === null) localStorage.removeItem(KEY);
  else {
    isImporting = false;
    localStorage.removeItem(SIGNED_OUT);
    localStorage.setItem(KEY, token);
  }
  for (const listener of listeners) listener();
}
