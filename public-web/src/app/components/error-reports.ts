/** Faults that one page tells of: the first ones say what there is to know. */
const MOST = 5;

/** What browsers say of layouts that settle a frame later, which is no fault. */
const NOISE = /^ResizeObserver loop/;

let told = 0;

/** Tells the artist's server what went wrong in a visitor's browser. What tells it is fetched then; it never fails itself. */
export function reportError(fault: unknown): void {
  if (told >= MOST || NOISE.test(fault instanceof Error ? fault.message : String(fault))) return;
  told += 1;
  import('../lazy/send-report.ts').then(({ sendReport }) => sendReport(fault)).catch(() => undefined);
}

/** Reports every fault that nothing else has taken care of. */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
}
