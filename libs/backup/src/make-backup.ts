import { createReadStream } from 'node:fs';
import { markBackup } from '@portfolio/database';
import { fetchOriginal, forEachConcurrent, type Storage } from '@portfolio/storage';
import type { DataSource } from 'typeorm';
import { listNames, IncompleteOriginalsError, type OnProgress } from './backup-error.ts';
import { BagFolder } from './bag-folder.ts';
import type { BagSchema } from './bag-schema.ts';
import { type BagTarget, BagWriter } from './bag-writer.ts';
import { dumpDatabase, type OriginalList } from './dump-database.ts';
import { linesOf, originalPath, SCHEMA_FILE } from './manifest.ts';
import { onConnection } from './site-database.ts';

export interface BackupOptions {
  dataSource: DataSource;
  storage: Storage;
  acceptLosses?: boolean | undefined;
  onProgress?: OnProgress;
  /** Aborts the backup and deletes the incomplete bag. */
  signal?: AbortSignal;
}

export interface BackupReport {
  rows: number;
  originals: number;
  bytes: number;
  lost: string[];
  damaged: string[];
}

const CONCURRENCY = 4;

type Fault = 'missing' | 'damaged';

/**
 * Writes the whole site to a bag while it runs: a snapshot of the rows, then their originals. Originals deleted
 * meanwhile are in the trash, which holds them for longer than a backup takes.
 *
 * @throws IncompleteOriginalsError for missing or damaged originals, unless accepted
 */
export async function makeBackup(options: BackupOptions & { folder: string }) {
  const folder = await BagFolder.create(options.folder);
  return { folder: folder.path, ...(await writeBackup(folder, options)) };
}

/** Writes the same backup to any target. */
export async function writeBackup(target: BagTarget, options: BackupOptions): Promise<BackupReport> {
  const bag = await BagWriter.create(target);
  try {
    const schema = await fill(bag, options);
    const { takenAt, tables, lost, damaged } = schema;
    const { files, bytes } = bag.payload;
    options.signal?.throwIfAborted();
    await bag.finish({
      'Bagging-Date': takenAt.slice(0, 10),
      'External-Description': 'Database and originals of a portfolio site',
      'Bag-Software-Agent': 'portfolio backup',
      'Internal-Sender-Description': `Rows as of ${takenAt}`,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    // Other files: one for each table, and the schema.
    return { rows, originals: files - tables.length - 1, bytes, lost, damaged };
  } catch (error) {
    await bag.discard(error as Error);
    throw error;
  }
}

function fill(bag: BagWriter, options: BackupOptions): Promise<BagSchema> {
  return onConnection(options.dataSource, async (connection) => {
    await markBackup(connection);
    const { schema, originals } = await dumpDatabase(options.dataSource, bag);
    const faults = await copyOriginals(bag, originals, options);
    // Fails if the connection was lost, and with it the mark: without it the worker deletes originals at once.
    await connection.query('select 1');
    if (faults.size > 0 && !options.acceptLosses) throw lossError(faults);
    const keysWith = (wanted: Fault) => [...faults].flatMap(([key, fault]) => (fault === wanted ? [key] : []));
    const whole = { ...schema, lost: keysWith('missing'), damaged: keysWith('damaged') };
    await bag.add(SCHEMA_FILE, `${JSON.stringify(whole, null, 2)}\n`);
    return whole;
  });
}

async function copyOriginals(
  bag: BagWriter,
  { file, count }: OriginalList,
  { storage, onProgress, signal }: BackupOptions,
): Promise<Map<string, Fault>> {
  const faults = new Map<string, Fault>();
  let done = 0;
  await forEachConcurrent(linesOf(createReadStream(file, 'utf8')), CONCURRENCY, async (line) => {
    signal?.throwIfAborted();
    const [key = '', sha256] = line.split('\t');
    const original = await fetchOriginal(storage, key);
    if (!original) faults.set(key, 'missing');
    else {
      const bagged = await bag.add(originalPath(key), original.content, original.bytes);
      if (bagged.sha256 !== sha256) faults.set(key, 'damaged');
    }
    onProgress?.((done += 1), count);
  });
  return faults;
}

const lossError = (faults: Map<string, Fault>) =>
  new IncompleteOriginalsError(
    `These originals are missing or damaged:\n${listNames([...faults].map(([key, fault]) => `${key} is ${fault}`))}`,
  );
