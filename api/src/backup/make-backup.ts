import { markBackup } from '@portfolio/database';
import { openOriginal, forEachConcurrent, type Storage } from '@portfolio/storage';
import type { DataSource } from 'typeorm';
import { BackupError, listed } from './backup-error.ts';
import type { BagSchema } from './bag-schema.ts';
import { BagWriter } from './bag-writer.ts';
import type { Progress } from './check-bag.ts';
import { dumpDatabase, type Original } from './dump-database.ts';
import { BAG, originalFile, SCHEMA_FILE } from './manifest.ts';
import { onConnection } from './site-database.ts';

export interface BackupOptions {
  dataSource: DataSource;
  storage: Storage;
  /** Where the bag is to be. */
  folder: string;
  /** Whether the site is backed up although it has lost originals, or some are damaged. */
  acceptLosses?: boolean | undefined;
  /** Told how many originals have been copied. */
  onProgress?: Progress;
  /** Ends it, with nothing left behind. */
  signal?: AbortSignal;
}

export interface BackupReport {
  folder: string;
  rows: number;
  originals: number;
  bytes: number;
  /** Original keys. */
  lost: string[];
  damaged: string[];
}

/** Originals copied at the same time. */
const FEW = 4;

/** What is wrong with an original. */
type Fault = 'missing' | 'damaged';

/**
 * Writes the whole site to a bag while it runs.
 *
 * Rows are those of one moment, and their originals are copied after it. Those of pictures that are deleted meanwhile are
 * in the trash: while a backup is marked as running, the worker removes no original for good.
 *
 * @throws BackupError where originals are lost or damaged, unless that is accepted
 */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
  const bag = await BagWriter.begin(options.folder);
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
    // Beside the originals: one file a table, and the one that describes them.
    return { folder: bag.folder, rows, originals: files - tables.length - 1, bytes, lost, damaged };
  } catch (error) {
    await bag.giveUp();
    throw error;
  }
}

function fill(bag: BagWriter, options: BackupOptions): Promise<BagSchema> {
  return onConnection(options.dataSource, async (connection) => {
    await markBackup(connection);
    const { schema, originals } = await dumpDatabase(options.dataSource, bag);
    const faults = await copyOriginals(bag, originals, options);
    // Where this connection was lost, the mark was too, and what is missing may have been deleted since.
    await connection.query('select 1');
    if (faults.size > 0 && !options.acceptLosses) throw losses(faults);
    const of = (wanted: Fault) => [...faults].flatMap(([key, fault]) => (fault === wanted ? [key] : []));
    const whole = { ...schema, lost: of('missing'), damaged: of('damaged') };
    await bag.add(SCHEMA_FILE, `${JSON.stringify(whole, null, 2)}\n`);
    return whole;
  });
}

/** @returns what is wrong with which of them */
async function copyOriginals(
  bag: BagWriter,
  originals: Original[],
  { storage, onProgress, signal }: BackupOptions,
): Promise<Map<string, Fault>> {
  const faults = new Map<string, Fault>();
  let done = 0;
  await forEachConcurrent(originals, FEW, async ({ key, sha256 }) => {
    signal?.throwIfAborted();
    const content = await openOriginal(storage, key);
    if (!content) faults.set(key, 'missing');
    else if ((await bag.add(originalFile(key), content)).sha256 !== sha256) faults.set(key, 'damaged');
    onProgress?.((done += 1), originals.length);
  });
  return faults;
}

const losses = (faults: Map<string, Fault>) =>
  new BackupError(
    `These originals are not what was once uploaded:\n${listed([...faults].map(([key, fault]) => `${key} is ${fault}`))}\n` +
      `Look for them in an older backup (${BAG.payload}/…). To back up what there is: --accept-losses`,
  );
