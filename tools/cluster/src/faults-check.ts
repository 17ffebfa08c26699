import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { FILE_FOLDERS, PHOTO_KEYS, type Storage } from '@portfolio/storage';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';
import { showsNumber } from './load-picture.ts';
import { storageOf } from './services/storage-of.ts';

/** Milliseconds in which everything that was accepted has to be ready. */
const SETTLES_WITHIN = 180_000;
/** Losses that are told one by one. */
const TOLD = 10;

interface Row {
  id: number;
  title: string;
  status: string;
  failure: string | null;
  original_key: string;
  version: string;
  renditions: { format: string; width: number }[];
}

/** Counts what has become of all that was accepted, and tells it. @returns how much was lost or is in a wrong place */
export async function checkNothingLost(cluster: Cluster, load: Load, signal: AbortSignal): Promise<number> {
  const rows = await settled(cluster, signal);
  const storage = await storageOf(cluster);
  const checks: [string, number, string[]][] = [
    ['photos in the end', rows.length, rows.filter(({ status }) => status !== 'ready').map(inWords)],
    ['uploads answered 201', load.uploads.length, await lostUploads(load, rows, storage)],
    ['renditions', rows.flatMap(({ renditions }) => renditions).length, await wrongRenditions(rows, storage)],
    ['comments answered 201', load.comments.length, await lostComments(cluster, load)],
  ];
  console.log('');
  let losses = 0;
  for (const [what, total, faults] of checks) {
    losses += faults.length;
    console.log(`  ${what}: ${total}, of which ${faults.length} wrong`);
    for (const fault of faults.slice(0, TOLD)) console.log(`    ${fault}`);
  }
  console.log(`  files that no row speaks of, for the hourly sweep: ${await orphans(rows, storage)}`);
  return losses;
}

async function settled(cluster: Cluster, signal: AbortSignal): Promise<Row[]> {
  const columns = 'id, title, status, failure, original_key, version, renditions';
  const began = Date.now();
  for (;;) {
    const rows = await cluster.sql<Row>(`select ${columns} from photos order by id`);
    const isDone = rows.every(({ status }) => status !== 'processing');
    if (isDone || Date.now() - began > SETTLES_WITHIN) {
      console.log(`\n  settled after ${((Date.now() - began) / 1_000).toFixed(1)} s`);
      return rows;
    }
    await wait(500, undefined, { signal });
  }
}

const inWords = ({ id, title, status, failure }: Row) => `photo ${id}, ${title}: ${status} ${failure ?? ''}`;

async function lostUploads(load: Load, rows: Row[], storage: Storage): Promise<string[]> {
  const losses: string[] = [];
  for (const { id, title, sha256 } of load.uploads) {
    const found = rows.filter((row) => row.title === title);
    if (found.length !== 1 || found[0]!.id !== id) {
      losses.push(`${title} has ${found.length} rows`);
      continue;
    }
    const original = await storage.read(found[0]!.original_key);
    if (!original) losses.push(`${title} has no original`);
    else if (createHash('sha256').update(original).digest('hex') !== sha256)
      losses.push(`${title} has another original`);
  }
  return losses;
}

/** Of every row, whether its upload was answered or not: the number is in the title and in the colours. */
async function wrongRenditions(rows: Row[], storage: Storage): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, title, version, renditions } of rows) {
    const number = Number(/\d+$/.exec(title)?.[0]);
    for (const { width, format } of renditions) {
      const file = await storage.read(PHOTO_KEYS.rendition(id, version, width, format as 'jpeg'));
      if (!file) wrong.push(`photo ${id} has no ${width}.${format}`);
      else if (!(await showsNumber(file, number)))
        wrong.push(`photo ${id} shows another picture in ${width}.${format}`);
    }
  }
  return wrong;
}

async function lostComments(cluster: Cluster, load: Load): Promise<string[]> {
  const rows = await cluster.sql<{ content: string }>('select content from comments');
  const times = new Map<string, number>();
  for (const { content } of rows) times.set(content, (times.get(content) ?? 0) + 1);
  return load.comments
    .filter((content) => times.get(content) !== 1)
    .map((content) => `${content}: ${times.get(content) ?? 0}`);
}

/** Rows without their file are losses, counted above. A file without a row is what an upload left that was refused. */
async function orphans(rows: Row[], storage: Storage): Promise<number> {
  const spokenOf = new Set(
    rows.flatMap(({ id, version, original_key: original, renditions }) => [
      original,
      ...renditions.map(({ width, format }) => PHOTO_KEYS.rendition(id, version, width, format as 'jpeg')),
    ]),
  );
  let count = 0;
  for (const folder of FILE_FOLDERS)
    for await (const { key } of storage.list(folder)) if (!spokenOf.has(key)) count += 1;
  return count;
}
