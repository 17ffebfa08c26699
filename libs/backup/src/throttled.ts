import type { OnProgress } from './backup-error.ts';

/** Milliseconds between two reports of progress. */
const INTERVAL_MS = 1_000;

/** Calls at most once an interval, and at the end. */
export function throttled(call: OnProgress): OnProgress {
  let calledAt = 0;
  return (done, total) => {
    if (done < total && Date.now() - calledAt < INTERVAL_MS) return;
    calledAt = Date.now();
    call(done, total);
  };
}
