const KEY = 'token';

/** The bearer token in the browser's storage, where the public site finds it too. */
export const tokenStore = {
  get: (): string | null => localStorage.getItem(KEY),

  set(token: string): void {
    localStorage.setItem(KEY, token);
    announce();
  },

  clear(): void {
    localStorage.removeItem(KEY);
    announce();
  },

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

const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}
