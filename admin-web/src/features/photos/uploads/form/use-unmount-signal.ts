import { useLayoutEffect, useRef } from 'react';

/** @returns a function for event handlers: the signal that aborts when the component is unmounted */
export function useUnmountSignal(): () => AbortSignal {
  const mounted = useRef<AbortController>(undefined);
  // A layout effect runs before any event handler.
  useLayoutEffect(() => {
    const controller = (mounted.current = new AbortController());
    return () => controller.abort();
  }, []);
  return () => mounted.current!.signal;
}
