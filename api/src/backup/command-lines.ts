import { parseArgs } from 'node:util';
import { BackupError } from './backup-error.ts';

export const BACKUP_USAGE = `Writes a backup of the whole site while it runs, or checks one.

  npm run backup -- FOLDER
  npm run backup -- --verify FOLDER

The folder must not exist yet, or be empty. It becomes a BagIt bag (RFC 8493): every row as CSV, every original as it was
uploaded, and a checksum of each. Pictures in other sizes are not in it: they are made again after a restore. It holds
the hashes of passwords and what visitors wrote in confidence: keep it as you keep those.

  --accept-losses   back up a site although originals are missing or damaged

The site is the one under DATA_DIR (default .data), running or not, or that of DATABASE_URL and STORAGE_DIR or S3_BUCKET.
`;

export const RESTORE_USAGE = `Makes an empty site what it was in a backup.

  npm run restore -- FOLDER

The whole backup is checked before anything is written. The site's own PostgreSQL is started for it, so a site under
DATA_DIR must not run meanwhile. Pictures are rendered again by the worker, once the site runs.

  --replace   give up all that the site holds now

The site is the one under DATA_DIR (default .data), or that of DATABASE_URL and STORAGE_DIR or S3_BUCKET.
`;

export type BackupCommand =
  | { command: 'help' }
  | { command: 'verify'; folder: string }
  | { command: 'backup'; folder: string; acceptLosses: boolean };

export type RestoreCommand = { command: 'help' } | { command: 'restore'; folder: string; replace: boolean };

/** @throws BackupError with status 2 for what is not understood */
export function readBackupCommand(args: string[]): BackupCommand {
  const { values, positionals } = parse(args, {
    verify: { type: 'boolean' },
    'accept-losses': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return { command: 'help' };
  const folder = onlyFolder(positionals, BACKUP_USAGE);
  if (values.verify) return { command: 'verify', folder };
  return { command: 'backup', folder, acceptLosses: values['accept-losses'] ?? false };
}

/** @throws BackupError with status 2 for what is not understood */
export function readRestoreCommand(args: string[]): RestoreCommand {
  const { values, positionals } = parse(args, {
    replace: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return { command: 'help' };
  return { command: 'restore', folder: onlyFolder(positionals, RESTORE_USAGE), replace: values.replace ?? false };
}

function onlyFolder([folder, ...more]: string[], usage: string): string {
  if (folder === undefined || more.length > 0) throw new BackupError(`Name one folder.\n\n${usage}`, 2);
  return folder;
}

function parse(args: string[], options: Record<string, { type: 'boolean'; short?: string }>) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    return { values: values as Record<string, boolean | undefined>, positionals };
  } catch (error) {
    throw new BackupError(error instanceof Error ? error.message : String(error), 2);
  }
}
