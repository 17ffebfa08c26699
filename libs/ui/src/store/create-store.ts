import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  /** Notifies subscribers unless the value stays the same. */
  set(next: T | ((now: T) => T)): void;
  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void;
  /** The value, as a React hook. */
  use(): T;
}

/** A value outside of React that components can subscribe to. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      const changed = typeof next === 'function' ? (next as (now: T) => T)(value) : next;
      if (Object.is(changed, value)) return;
      value = changed;
      for (const listener of listeners) listener();
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}
