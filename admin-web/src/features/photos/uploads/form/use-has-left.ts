import { useEffect, useRef } from 'react';

/** @returns a function: whether the component was unmounted, for code after an `await` */
export function useHasLeft(): () => boolean {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return () => left.current;
}
