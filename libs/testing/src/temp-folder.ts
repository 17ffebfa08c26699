import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Absolute path of a temporary folder for data; under root, PostgreSQL runs as another user, who must pass through. */
export async function makeTempFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(resolve(tmpdir()), `portfolio-${prefix}-`));
  await chmod(folder, 0o755);
  return folder;
}

/** Runs an action with a temporary folder, and deletes the folder, also when the process exits before. */
export async function withTempFolder<T>(prefix: string, action: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeTempFolder(prefix);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  try {
    return await action(folder);
  } finally {
    process.off('exit', remove);
    await rm(folder, { recursive: true, force: true });
  }
}
