import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { migrate, MIGRATIONS } from '@portfolio/database';
import { PHOTO_KEYS, forEachConcurrent, type Storage } from '@portfolio/storage';
import { BackupError } from './backup-error.ts';
import { type BagSchema, readSchema } from './bag-schema.ts';
import { type Bag, checkBag, type Progress } from './check-bag.ts';
import { fitSchema, assertFits } from './fit-schema.ts';
import { loadRows } from './load-rows.ts';
import { BAG, DATABASE_FOLDER, originalFile } from './manifest.ts';
import { onConnection, openSiteDatabase } from './site-database.ts';
import { assertUnused } from './used-site.ts';

export interface RestoreOptions {
  databaseUrl: string;
  storage: Storage;
  /** Of the bag. */
  folder: string;
  /** Whether the rows of a site that is in use give way. */
  replace?: boolean | undefined;
  /** Told what is being done, and how far it is. */
  onProgress?: (stage: 'check' | 'originals', ...progress: Parameters<Progress>) => void;
}

export interface RestoreReport {
  takenAt: string;
  rows: number;
  originals: number;
  bytes: number;
  lost: string[];
  /** Accounts that the site had before, all of whose sessions have ended. */
  replacedAccounts: number;
}

/** Any number that no other advisory lock of this database uses. */
const RESTORE_LOCK = 7_305_120;

/** Originals in memory at the same time. */
const FEW = 4;

/**
 * Makes an empty site what the one in the bag was: the whole bag is checked, then come the files, then in one
 * transaction the rows, so that no row ever speaks of a missing file. What is interrupted leaves the site as empty as it
 * was and runs again.
 *
 * The renditions are not in the bag: whoever calls this asks for them.
 *
 * @throws BackupError where the bag is damaged or of a newer version, or the site in use
 */
export async function restoreSite(options: RestoreOptions): Promise<RestoreReport> {
  const { databaseUrl, storage, folder, replace = false, onProgress } = options;
  const bag = await checkBag(folder, (...progress) => onProgress?.('check', ...progress));
  const schema = await readSchema(bag);
  const migrations = knownMigrations(schema);
  const originals = originalsOf(bag);

  const dataSource = await openSiteDatabase(databaseUrl, migrations);
  try {
    return await onConnection(dataSource, async (connection) => {
      const [{ isFree }] = (await connection.query('select pg_try_advisory_lock($1) as "isFree"', [RESTORE_LOCK])) as [
        { isFree: boolean },
      ];
      if (!isFree) throw new BackupError('Another restore works on this site.');
      await assertUnused(connection, { replace });
      await assertFits(connection, schema);
      await bringOriginals(bag, originals, storage, (...progress) => onProgress?.('originals', ...progress));
      // What takes long is over: between the tables that go and the rows that come there is but a moment.
      await fitSchema(dataSource, connection, schema);
      const { rows, replacedAccounts } = await loadRows(connection, bag, schema, { replace });
      await bringAgain(bag, originals, storage);
      await migrateToToday(databaseUrl);
      const { takenAt, lost } = schema;
      return { takenAt, rows, originals: originals.length, bytes: bag.bytes, lost, replacedAccounts };
    });
  } finally {
    await dataSource.destroy();
  }
}

/** @returns the migrations of the bag, which are the first of ours */
function knownMigrations({ migrations }: BagSchema): typeof MIGRATIONS {
  const ours = MIGRATIONS.slice(0, migrations.length);
  if (ours.map((Migration) => new Migration().name).join() !== migrations.join()) {
    throw new BackupError('The backup was written by a newer version of this program. Restore it with that version.');
  }
  return ours;
}

/** @returns the keys of the originals in the bag */
function originalsOf({ folder, checksums }: Bag): string[] {
  const keys: string[] = [];
  for (const path of checksums.keys()) {
    if (path.startsWith(`${DATABASE_FOLDER}/`)) continue;
    const key = path.slice(`${BAG.payload}/`.length);
    if (!key.startsWith(`${PHOTO_KEYS.originals}/`)) {
      throw new BackupError(`${path} does not belong to a backup. Nothing has been restored from ${folder}.`);
    }
    keys.push(key);
  }
  return keys;
}

async function bringOriginals(bag: Bag, keys: string[], storage: Storage, onProgress: Progress): Promise<void> {
  let done = 0;
  await forEachConcurrent(keys, FEW, async (key) => {
    await bringOriginal(bag, key, storage);
    onProgress((done += 1), keys.length);
  });
}

/**
 * Brings what has gone again. Until the rows were there, a worker took the originals for those of pictures that are
 * deleted, or for what a broken upload has left.
 */
async function bringAgain(bag: Bag, keys: string[], storage: Storage): Promise<void> {
  try {
    await forEachConcurrent(keys, FEW, async (key) => {
      if (!(await storage.stat(key))) await bringOriginal(bag, key, storage);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(
      `The rows are restored, but not every original may be in the storage (${reason}). Restore once more, with --replace.`,
      1,
      { cause: error },
    );
  }
}

async function bringOriginal(bag: Bag, key: string, storage: Storage): Promise<void> {
  const path = originalFile(key);
  const content = await readFile(join(bag.folder, path));
  // Once more: since the bag was checked, the disk it lies on may have been changed for another.
  if (createHash('sha256').update(content).digest('hex') !== bag.checksums.get(path)) {
    throw new BackupError(`${path} has changed while it was restored.`);
  }
  await storage.write(key, content);
  const kept = await storage.stat(key);
  if (kept?.bytes !== content.length) {
    throw new BackupError(`The storage took ${key} and does not have it whole.`);
  }
}

async function migrateToToday(databaseUrl: string): Promise<void> {
  const dataSource = await openSiteDatabase(databaseUrl);
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
