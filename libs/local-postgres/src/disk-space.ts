import { statfsSync } from 'node:fs';
import { DiskFullError } from './errors.ts';

const MEGABYTE = 1024 * 1024;

/** A new cluster takes 40 MB, and its log of changes soon another hundred. */
export const ROOM_FOR_NEW_CLUSTER = 150 * MEGABYTE;
/** Enough to start, to recover and to take a while's changes. */
export const ROOM_FOR_START = 50 * MEGABYTE;

/** @throws DiskFullError unless so many bytes are free for an ordinary user where the folder is */
export function assertRoom(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < needed) throw new DiskFullError(folder, { free, needed });
}

/** Whether a program's output tells of a full disk, as PostgreSQL words it. */
export const tellsOfFullDisk = (output: string) => /No space left on device|ENOSPC|Disk quota exceeded/i.test(output);
