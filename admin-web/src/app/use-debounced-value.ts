import { useEffect, useState } from 'react';

/** Milliseconds of debounce for searches. */
export const SEARCH_DEBOUNCE_MS = 250;

/** The value once it has not changed for `SEARCH_DEBOUNCE_MS`. */
export function useDebouncedValue<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
