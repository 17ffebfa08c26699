const KEY = 'token';

/** The bearer token in the browser's storage, where the public site finds it too. */
export const tokenStore = {
  get: (): string | null => localStorage.getItem(KEY),

  set(token: string): void {
    wasRefused = false;
    localStorage.setItem(KEY, token);
    announce();
  },

  clear(): void {
    wasRefused = false;
    localStorage.removeItem(KEY);
    announce();
  },

  /** Clears a token that the API takes no more. */
  refuse(): void {
    tokenStore.clear();
    wasRefused = true;
    announce();
  },

  /** Whether the last token was taken away by the API, and not given up by whoever had it. */
  wasRefused: (): boolean => wasRefused,

  /** Told of every change, also of those that other tabs make. */
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

function announce(): void {
  for (const listener of listeners) listener();
}
