import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Makes the folder for this process's uploads, and removes those that killed processes left half written.
 *
 * @param root the folder that all api processes of this machine share
 * @returns the folder of this process
 */
export function uploadFolder(root: string): string {
  const folder = resolve(root, String(process.pid));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Removes what killed processes left. Called before this one takes its first upload, so its own folder is old too. */
export function removeAbandonedUploads(root: string): void {
  mkdirSync(root, { recursive: true });
  for (const name of readdirSync(root)) {
    const pid = Number(name);
    if (pid === process.pid || !Number.isInteger(pid) || !isRunning(pid))
      rmSync(join(root, name), { recursive: true, force: true });
  }
}
