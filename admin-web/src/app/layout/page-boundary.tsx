import { Button, ErrorBoundary, Notice } from '@portfolio/ui';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useFaultReports } from '../fault-reports.ts';

/** Error card in place of a page that failed. Reports the error, and resets when the path changes. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKey={pathname}
      onError={useFaultReports()}
      fallback={(reset) => (
        <Notice tone="failure" heading="h1" title="Oops!" action={<Button onClick={reset}>Try Again</Button>}>
          Something went wrong
        </Notice>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
