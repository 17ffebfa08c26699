import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder, processIdentity } from '@portfolio/lifecycle';

/** Names of upload folders; the root may hold other files. */
const UPLOAD_FOLDER = /^upload-(\d+)$/;

/** Creates the folder for this process's uploads. @param root folder of all API processes of this machine */
export function uploadFolder(root: string): string {
  const folder = resolve(root, `upload-${process.pid}`);
  makeFolder(folder);
  return folder;
}

/** Removes folders of killed processes. Call it before the first upload: a folder with this process's id is old too. */
export function removeAbandonedUploads(root: string): void {
  makeFolder(root);
  for (const name of readdirSync(root)) {
    const pid = Number(UPLOAD_FOLDER.exec(name)?.[1]);
    if (Number.isNaN(pid)) continue;
    const isInUse = pid !== process.pid && processIdentity(pid) !== undefined;
    if (!isInUse) rmSync(join(root, name), { recursive: true, force: true });
  }
}
