import { useEffect, useState } from 'react';

/** Milliseconds of debounce for searches. */
export const SEARCH_DEBOUNCE_MS = 250;

/** The value once it has not changed for some milliseconds. */
export function useDebouncedValue<T>(value: T, milliseconds = SEARCH_DEBOUNCE_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
