import { formatNumber, formatPhotoCount } from '../../../../app/format-number.ts';
import { isPending, type QueuedUpload, type QueueState } from '../queue/queued-upload.ts';

type UploadCounts = ReturnType<typeof countUploads>;

export function countUploads({ uploads, skipped }: QueueState) {
  const count = (state: QueuedUpload['state']) => uploads.filter((upload) => upload.state === state).length;
  const finished = uploads.reduce((sum, { progress, state }) => sum + (state === 'failed' ? 1 : progress), 0);
  return {
    total: uploads.length,
    done: count('done'),
    failed: count('failed'),
    skipped,
    isBusy: uploads.some(isPending),
    /** Of all uploads, from 0 to 1. */
    progress: finished / uploads.length,
  };
}

/** "3 of 5 uploaded, 1 failed" while busy; "4 uploaded, 1 failed, 2 skipped" at the end. */
export function countsLabel({ total, done, failed, skipped, isBusy }: UploadCounts): string {
  const parts = [
    isBusy ? `${formatNumber(done)} of ${formatNumber(total)} uploaded` : `${formatNumber(done)} uploaded`,
  ];
  if (failed > 0) parts.push(`${formatNumber(failed)} failed`);
  if (skipped > 0 && !isBusy) parts.push(`${formatNumber(skipped)} skipped`);
  return parts.join(', ');
}

/** Screen reader text, which changes at the start, at each quarter and at the end. */
export function announcement(counts: UploadCounts): string {
  if (!counts.isBusy) return countsLabel(counts);
  const quarter = Math.floor((4 * (counts.done + counts.failed)) / counts.total);
  const photos = formatPhotoCount(counts.total);
  return quarter === 0 ? `Uploading ${photos}` : `Uploading ${photos}, ${quarter * 25}% uploaded`;
}
