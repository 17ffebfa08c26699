import type { OnProgress } from './backup-error.ts';

/** Minimum milliseconds between two reports of progress. */
const INTERVAL_MS = 1_000;

/** Limits reports of progress to one an interval, and one at the end. */
export function throttleProgress(report: OnProgress): OnProgress {
  let reportedAt = 0;
  return (done, total) => {
    if (done < total && Date.now() - reportedAt < INTERVAL_MS) return;
    reportedAt = Date.now();
    report(done, total);
  };
}
