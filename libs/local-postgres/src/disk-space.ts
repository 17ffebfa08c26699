import { statfsSync } from 'node:fs';
import { DiskFullError } from './errors.ts';

const MEGABYTE = 1024 * 1024;

/** A new cluster takes 40 MB, and its write-ahead log soon 100 MB more. */
export const NEW_CLUSTER_BYTES = 150 * MEGABYTE;
/** Space for start, recovery and some changes. */
export const START_BYTES = 50 * MEGABYTE;

/** @throws DiskFullError with fewer free bytes than needed on the folder's disk */
export function assertFreeSpace(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < needed) throw new DiskFullError(folder, { free, needed });
}

/** Whether the output of PostgreSQL reports a full disk. */
export const reportsFullDisk = (output: string) => /No space left on device|ENOSPC|Disk quota exceeded/i.test(output);
