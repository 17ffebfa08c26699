import { PHOTO_KEYS, sideBySide, type Storage } from '@portfolio/storage';
import type { DataSource } from 'typeorm';
import { BackupError, listed } from './backup-error.ts';
import type { BagSchema } from './bag-schema.ts';
import { BagWriter } from './bag-writer.ts';
import type { Progress } from './check-bag.ts';
import { type Dump, dumpDatabase, type Original } from './dump-database.ts';
import { BAG, originalFile, SCHEMA_FILE } from './manifest.ts';

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

const ORIGINALS = `${originalFile(PHOTO_KEYS.originals)}/`;

/**
 * Rounds in which everybody may upload and delete as they like. Where they do so faster than the little that is new can be
 * copied, they wait for the next one.
 */
const ROUNDS_IN_MOTION = 3;

/** Originals copied at the same time. */
const FEW = 4;

/** What is wrong with an original. */
type Fault = 'missing' | 'damaged';

/**
 * Writes the whole site to a bag while it runs.
 *
 * Rows are those of one moment. Their originals are copied after it, and one that is deleted in between is missing: then
 * the rows are written anew. What has been copied stays, as a key never gets another content, so each round has only
 * what came since to copy, and takes less time than the one before. An original that is missing from two moments in turn
 * was there in neither: it is lost.
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

async function fill(bag: BagWriter, options: BackupOptions): Promise<BagSchema> {
  const { dataSource, signal } = options;
  /** Paths in the bag. */
  const copied = new Set<string>();
  let before = new Map<string, Fault>();
  for (let round = 1; ; round += 1) {
    signal?.throwIfAborted();
    let faults = new Map<string, Fault>();
    const copy = async ({ originals }: Dump) => {
      await removeUnspokenOf(bag, copied, originals);
      faults = await copyOriginals(bag, originals, copied, options);
    };
    const isStill = round > ROUNDS_IN_MOTION;
    const dump = await dumpDatabase(dataSource, bag, isStill ? copy : undefined);
    if (!isStill) await copy(dump);
    const isCertain = [...faults].every(([key, fault]) => before.get(key) === fault);
    before = faults;
    if (!isCertain) continue;
    if (faults.size > 0 && !options.acceptLosses) throw losses(faults);
    const of = (wanted: Fault) => [...faults].flatMap(([key, fault]) => (fault === wanted ? [key] : []));
    const whole = { ...dump.schema, lost: of('missing'), damaged: of('damaged') };
    await bag.add(SCHEMA_FILE, `${JSON.stringify(whole, null, 2)}\n`);
    return whole;
  }
}

/** Files of pictures that were deleted since they were copied. */
async function removeUnspokenOf(bag: BagWriter, copied: Set<string>, originals: Original[]): Promise<void> {
  const spokenOf = new Set(originals.map(({ key }) => originalFile(key)));
  for (const path of bag.paths) {
    if (!path.startsWith(ORIGINALS) || spokenOf.has(path)) continue;
    await bag.remove(path);
    copied.delete(path);
  }
}

/** @returns what is wrong with which of them */
async function copyOriginals(
  bag: BagWriter,
  originals: Original[],
  copied: Set<string>,
  { storage, onProgress, signal }: BackupOptions,
): Promise<Map<string, Fault>> {
  const faults = new Map<string, Fault>();
  const wanted = originals.filter(({ key }) => !copied.has(originalFile(key)));
  await sideBySide(wanted, FEW, async ({ key, sha256 }) => {
    signal?.throwIfAborted();
    const path = originalFile(key);
    const stream = await storage.open(key);
    if (!stream) {
      faults.set(key, 'missing');
      return bag.remove(path);
    }
    const file = await bag.add(path, stream);
    if (file.sha256 === sha256) copied.add(path);
    else faults.set(key, 'damaged');
    onProgress?.(copied.size + faults.size, originals.length);
  });
  return faults;
}

const losses = (faults: Map<string, Fault>) =>
  new BackupError(
    `These originals are not what was once uploaded:\n${listed([...faults].map(([key, fault]) => `${key} is ${fault}`))}\n` +
      `Look for them in an older backup (${BAG.payload}/…). To back up what there is: --accept-losses`,
  );
