import { logFault } from '@portfolio/api-client';
import { useCallback, useEffect, useRef } from 'react';
import { useAdmin } from './layout/admin-context.ts';

/** Faults that one visit tells of: the first ones say what there is to know. */
const MOST = 5;

/** What browsers say of layouts that settle a frame later, which is no fault. */
const NOISE = /^ResizeObserver loop/;

/** @returns tells the site's log of a fault; it never fails itself */
export function useFaultReports(): (fault: unknown) => void {
  const { api } = useAdmin();
  const told = useRef(0);
  return useCallback(
    (fault) => {
      if (told.current >= MOST || NOISE.test(fault instanceof Error ? fault.message : String(fault))) return;
      told.current += 1;
      logFault(api, fault).catch(() => undefined);
    },
    [api],
  );
}

/** Tells of every fault that nothing else has taken care of. */
export function useUncaughtFaults(): void {
  const report = useFaultReports();
  useEffect(() => {
    const onError = ({ error, message }: ErrorEvent) => report(error ?? message);
    const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason);
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, [report]);
}
