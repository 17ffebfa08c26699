import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { explainFolderFault, LockedError, makeFolder, takeLock } from '@portfolio/lifecycle';
import { StartError } from '@portfolio/lifecycle/supervisor';
import type { AdminEnv } from './env.ts';

export interface DataFolder {
  path: string;
  /** Path of a file or folder inside. */
  inside(name: string): string;
  /** Signs sessions. It is stored, so that sessions survive a restart. */
  jwtSecret: string;
  /** Releases the lock on the folder. */
  release(): void;
}

/**
 * Creates the folder where it is missing, and locks it for this process.
 *
 * @param command suggested with another DATA_DIR while another site runs on it
 * @throws StartError while another site runs on it, or when it is not writable
 */
export function openDataFolder(root: string, dataDir: string, command: string): DataFolder {
  const path = makeDataFolder(root, dataDir);
  const inside = (name: string) => join(path, name);
  try {
    for (const name of ['storage', 'uploads', 'logs']) makeFolder(inside(name));
    const release = takeLock(inside('site.lock'));
    return { path, inside, jwtSecret: readOrCreateSecret(inside('secrets.json')), release };
  } catch (error) {
    if (error instanceof LockedError) {
      throw new StartError(
        `Another site runs on ${path} (process ${error.pid}). Stop it, or choose another folder: ` +
          `DATA_DIR=.data-2 ${command}`,
      );
    }
    const { code = '', path: file = path } = error as NodeJS.ErrnoException;
    throw explainFault(error, ['EEXIST', 'ENOTDIR'].includes(code) ? file : path);
  }
}

/**
 * Creates the folder where it is missing, and makes all later files of this process private to its user.
 *
 * @returns its absolute path
 * @throws StartError
 */
export function makeDataFolder(root: string, dataDir: string): string {
  const path = resolve(root, dataDir);
  try {
    // Under root, PostgreSQL runs as another user, who must pass through.
    makeFolder(path, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw explainFault(error, path);
  }
  process.umask(0o077);
  return path;
}

/**
 * Storage folder: STORAGE_DIR, or the one under DATA_DIR. The S3 settings reach each process by the environment.
 *
 * @param dataDir absolute path
 */
export function storageSettings(
  root: string,
  { STORAGE_DIR, S3_BUCKET }: Pick<AdminEnv, 'STORAGE_DIR' | 'S3_BUCKET'>,
  dataDir: string,
): { STORAGE_DIR?: string } {
  if (S3_BUCKET !== undefined) return {};
  return { STORAGE_DIR: STORAGE_DIR === undefined ? join(dataDir, 'storage') : resolve(root, STORAGE_DIR) };
}

/** A fault of the folder as a StartError, and any other as it is. */
export function explainFault(error: unknown, path: string): unknown {
  const message = explainFolderFault(error, path, 'DATA_DIR=...');
  return message === undefined ? error : new StartError(message);
}

function readOrCreateSecret(file: string): string {
  try {
    const { jwtSecret } = JSON.parse(readFileSync(file, 'utf8')) as { jwtSecret?: string };
    if (jwtSecret !== undefined) return jwtSecret;
  } catch (error) {
    // A crash may have truncated the file. A new secret ends sessions, opened galleries and media tickets.
    const { code } = error as NodeJS.ErrnoException;
    if (!(error instanceof SyntaxError) && code !== 'ENOENT') {
      throw new StartError(
        `${file} cannot be read (${code}): start as the user who owns it, or remove it, which ends all sessions.`,
      );
    }
  }
  const jwtSecret = randomBytes(48).toString('base64url');
  writeFileSync(`${file}.draft`, JSON.stringify({ jwtSecret }), { mode: 0o600 });
  renameSync(`${file}.draft`, file);
  return jwtSecret;
}
