import { logFault } from '@portfolio/api-client';
import { Button, ErrorBoundary, Notice } from '@portfolio/ui';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { passFocus } from '../components/pass-focus.ts';
import { useAdmin } from './admin-context.ts';

/** Error card instead of a page that failed. Reports the error, and resets when the path changes. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKey={pathname}
      onError={useFaultReports()}
      fallback={(reset) => (
        <Notice
          tone="failure"
          heading="h1"
          title="Oops!"
          action={
            <Button ref={passFocus} onClick={reset}>
              Try Again
            </Button>
          }
        >
          Something went wrong
        </Notice>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/** Reports of one mounted component. */
const MAX_REPORTS = 5;

/** Harmless: browsers report layouts that settle a frame later. */
const IGNORED = /^ResizeObserver loop/;

/** @returns a function that sends a fault to the API's log; it never throws */
function useFaultReports(): (fault: unknown) => void {
  const { api } = useAdmin();
  const reports = useRef(0);
  return useCallback(
    (fault) => {
      if (reports.current >= MAX_REPORTS || IGNORED.test(fault instanceof Error ? fault.message : String(fault)))
        return;
      reports.current += 1;
      logFault(api, fault).catch(() => undefined);
    },
    [api],
  );
}

export function useReportUncaughtErrors(): void {
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
