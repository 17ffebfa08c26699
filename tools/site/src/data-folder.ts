import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { explainFolderFault, LockedError, makeFolder, takeLock } from '@portfolio/lifecycle';
import { StartError } from './start-error.ts';

/** Everything that the site keeps. */
export interface DataFolder {
  path: string;
  postgres: string;
  storage: string;
  uploads: string;
  logs: string;
  /** How far the demo content is. */
  demoState: string;
  /** Signs the sign-in tokens; made once, so that a restart signs nobody out. */
  jwtSecret: string;
  /** Lets another site use the folder. */
  release(): void;
}

/**
 * Makes the folder where there is none, and claims it for this process.
 *
 * @throws StartError while another site runs on it, and where it cannot be written
 */
export function openDataFolder(root: string, dataDir: string): DataFolder {
  const path = makeDataFolder(root, dataDir);
  const inside = (name: string) => join(path, name);
  try {
    for (const name of ['storage', 'uploads', 'logs']) makeFolder(inside(name));
    const release = takeLock(inside('site.lock'));
    return {
      path,
      postgres: inside('postgres'),
      storage: inside('storage'),
      uploads: inside('uploads'),
      logs: inside('logs'),
      demoState: inside('demo.json'),
      jwtSecret: secret(inside('secrets.json')),
      release,
    };
  } catch (error) {
    if (error instanceof LockedError) {
      throw new StartError(
        `Another site runs on ${path} (process ${error.pid}). Stop it, or choose another folder and port: ` +
          'DATA_DIR=.data-2 PORT=3001 npm start',
      );
    }
    throw explained(error, path);
  }
}

/**
 * Makes the folder where there is none. What this process, and those that it starts, write from then on is for the eyes
 * of its user alone.
 *
 * @returns its whole path
 * @throws StartError where it cannot be made
 */
export function makeDataFolder(root: string, dataDir: string): string {
  const path = resolve(root, dataDir);
  try {
    // PostgreSQL runs as another user than root, who has to walk through.
    makeFolder(path, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw explained(error, path);
  }
  process.umask(0o077);
  return path;
}

function explained(error: unknown, path: string): unknown {
  const sentence = explainFolderFault(error, path, 'DATA_DIR=...');
  return sentence === undefined ? error : new StartError(sentence);
}

function secret(file: string): string {
  try {
    const { jwtSecret } = JSON.parse(readFileSync(file, 'utf8')) as { jwtSecret?: string };
    if (jwtSecret !== undefined) return jwtSecret;
  } catch (error) {
    // A file that cannot be parsed was cut short by a crash; a new secret costs no more than signing in again.
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const jwtSecret = randomBytes(48).toString('base64url');
  writeFileSync(`${file}.draft`, JSON.stringify({ jwtSecret }), { mode: 0o600 });
  renameSync(`${file}.draft`, file);
  return jwtSecret;
}
