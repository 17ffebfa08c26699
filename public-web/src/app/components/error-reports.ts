/** Reports per page. */
const MAX_REPORTS = 5;

/** Harmless message of browsers when a layout settles a frame later. */
const IGNORED = /^ResizeObserver loop/;

let reports = 0;

/** Sends an error of the visitor's browser to the server's log. It never fails itself. */
export function reportError(error: unknown): void {
  if (reports >= MAX_REPORTS || IGNORED.test(error instanceof Error ? error.message : String(error))) return;
  reports += 1;
  import('../lazy/send-report.ts').then(({ sendReport }) => sendReport(error)).catch(() => undefined);
}

export function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
}
