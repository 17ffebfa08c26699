import { useEffect, useRef } from 'react';

/** @returns tells whether the component was unmounted, for what follows an `await` */
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
