import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder, processIdentity } from '@portfolio/lifecycle';

/** Our folders among whatever else may lie in the place that the operator named. */
const OURS = /^upload-(\d+)$/;

/**
 * Makes the folder for this process's uploads.
 *
 * @param root the folder that all api processes of this machine share
 */
export function uploadFolder(root: string): string {
  const folder = resolve(root, `upload-${process.pid}`);
  makeFolder(folder);
  return folder;
}

/** Removes what killed processes left. Called before this one takes its first upload, so its own folder is old too. */
export function removeAbandonedUploads(root: string): void {
  makeFolder(root);
  for (const name of readdirSync(root)) {
    const pid = Number(OURS.exec(name)?.[1]);
    if (Number.isNaN(pid)) continue;
    const isInUse = pid !== process.pid && processIdentity(pid) !== undefined;
    if (!isInUse) rmSync(join(root, name), { recursive: true, force: true });
  }
}
