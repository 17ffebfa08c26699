import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { migrate, MIGRATIONS } from '@portfolio/database';
import { messageOf } from '@portfolio/lifecycle';
import { PHOTO_KEYS, forEachConcurrent, type Storage } from '@portfolio/storage';
import { BackupError, type OnProgress, TransientBackupError } from './backup-error.ts';
import { type BagSchema, readSchema } from './bag-schema.ts';
import type { BagSource } from './bag-source.ts';
import { type Bag, checkBag } from './check-bag.ts';
import { assertFits, assertSame, fitSchema } from './fit-schema.ts';
import { loadRows } from './load-rows.ts';
import { BAG, DATABASE_FOLDER, type ManifestEntry } from './manifest.ts';
import { onConnection, openSiteDatabase, type SiteConnection } from './site-database.ts';
import { assertUnused, countAccounts, findTables, originalsQuery } from './tables.ts';

export interface BaggedAccount {
  email: string;
  passwordHash: string;
}

export interface RestoreOptions {
  databaseUrl: string;
  storage: Storage;
  /** Folder of the bag, or another source. */
  bag: string | BagSource;
  /** Replaces the rows of a site in use. */
  replace?: boolean | undefined;
  /** Other processes use the database: only a bag with its schema is accepted, and no table is dropped or migrated. */
  isRunning?: boolean;
  /** Whether to refuse a bag with this account. */
  isRefused?: ((account: BaggedAccount) => Promise<boolean>) | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: (stage: 'check' | 'originals', ...progress: Parameters<OnProgress>) => void;
}

/** Advisory lock of running restores; unique in this database. */
const RESTORE_LOCK = 7_305_120;

const CONCURRENCY = 4;

/**
 * Restores a bag into an empty site, or over a site in use with `replace`. It checks the bag and stores the originals.
 * One transaction then replaces the rows. A failure before its commit changes no rows, but a site with a newer schema has lost
 * its accounts, sessions and visits; after it, `replace` is required. The caller enqueues the renditions.
 *
 * @throws BackupError for a damaged bag, a bag of a newer version, or a site in use
 */
export async function restoreSite(options: RestoreOptions) {
  const { databaseUrl, storage, replace = false, isRunning = false, isRefused, signal, onProgress } = options;
  const bag = await checkBag(options.bag, (...progress) => onProgress?.('check', ...progress));
  const schema = await readSchema(bag);
  const migrations = knownMigrations(schema);
  const originals = await countOriginals(bag);

  const dataSource = await openSiteDatabase(databaseUrl, migrations);
  try {
    return await onConnection(dataSource, async (connection) => {
      const [{ isFree }] = (await connection.query('select pg_try_advisory_lock($1) as "isFree"', [RESTORE_LOCK])) as [
        { isFree: boolean },
      ];
      if (!isFree) throw new TransientBackupError('Another restore of this site is running.');
      await assertUnused(connection, { replace, isRunning });
      await (isRunning ? assertSame : assertFits)(connection, schema);
      try {
        await storeOriginals(bag, storage, (done) => {
          signal?.throwIfAborted();
          onProgress?.('originals', done, originals);
        });
        // Sessions of the replaced accounts end.
        const replacedAccounts = await countAccounts(connection);
        // After the slow copy: the site lacks its tables for a moment only.
        if (!isRunning) await fitSchema(dataSource, connection, schema);
        const rows = await loadRows(connection, bag, schema, { replace, isRunning, isRefused });
        await storeMissingOriginals(bag, storage);
        if (!isRunning) await migrateToLatest(databaseUrl);
        const { takenAt, lost } = schema;
        return { takenAt, rows, originals, bytes: bag.bytes, lost, replacedAccounts };
      } catch (error) {
        // An aborted restore runs again.
        if (isRunning && !signal?.aborted) await discardOriginals(bag, storage, connection).catch(() => undefined);
        throw error;
      }
    });
  } finally {
    await dataSource.destroy();
  }
}

function knownMigrations({ migrations }: BagSchema): typeof MIGRATIONS {
  const ours = MIGRATIONS.slice(0, migrations.length);
  if (ours.map((Migration) => new Migration().name).join() !== migrations.join()) {
    throw new BackupError('The backup was written by a newer version of this program. Restore it with that version.');
  }
  return ours;
}

/** An original of the bag. */
interface BaggedOriginal extends ManifestEntry {
  key: string;
}

/** @throws BackupError for a file that is no original, nor of the database */
async function* originalsInBag({ source, entries }: Bag): AsyncGenerator<BaggedOriginal> {
  for await (const { path, sha256 } of entries()) {
    if (path.startsWith(`${DATABASE_FOLDER}/`)) continue;
    const key = path.slice(`${BAG.payload}/`.length);
    if (!key.startsWith(`${PHOTO_KEYS.originals}/`)) {
      throw new BackupError(`${path} does not belong to a backup. Nothing has been restored from ${source.name}.`);
    }
    yield { key, path, sha256 };
  }
}

async function countOriginals(bag: Bag): Promise<number> {
  let count = 0;
  for await (const _ of originalsInBag(bag)) count += 1;
  return count;
}

async function storeOriginals(bag: Bag, storage: Storage, onProgress: (done: number) => void): Promise<void> {
  let done = 0;
  await forEachConcurrent(originalsInBag(bag), CONCURRENCY, async (original) => {
    await storeOriginal(bag, original, storage);
    onProgress((done += 1));
  });
}

/** Removes the originals of the bag that no row has. */
async function discardOriginals(bag: Bag, storage: Storage, connection: SiteConnection): Promise<void> {
  const rows = await connection.query<{ original_key: string }>(originalsQuery(await findTables(connection)));
  const known = new Set(rows.map(({ original_key: key }) => key));
  for await (const { key } of originalsInBag(bag)) if (!known.has(key)) await storage.remove(key);
}

/**
 * Stores originals again that a worker removed as orphans before their rows were there.
 *
 * @throws TransientBackupError, since the rows are committed: an import retries and then enqueues the renditions
 */
async function storeMissingOriginals(bag: Bag, storage: Storage): Promise<void> {
  try {
    await forEachConcurrent(originalsInBag(bag), CONCURRENCY, async (original) => {
      if (!(await storage.stat(original.key))) await storeOriginal(bag, original, storage);
    });
  } catch (error) {
    throw new TransientBackupError(
      `The rows are restored, but originals may be missing in the storage (${messageOf(error)}). Restore again with --replace.`,
      { cause: error },
    );
  }
}

async function storeOriginal(bag: Bag, { key, path, sha256 }: BaggedOriginal, storage: Storage): Promise<void> {
  const content = await buffer(await bag.source.open(path));
  // The file may have changed since the check.
  if (createHash('sha256').update(content).digest('hex') !== sha256) {
    throw new BackupError(`${path} has changed while it was restored.`);
  }
  await storage.write(key, content);
  const stored = await storage.stat(key);
  if (stored?.bytes !== content.length) {
    throw new BackupError(`The storage has ${key} incomplete.`);
  }
}

async function migrateToLatest(databaseUrl: string): Promise<void> {
  const dataSource = await openSiteDatabase(databaseUrl);
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
