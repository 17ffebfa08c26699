import { createHash } from 'node:crypto';
import { FILE_FOLDERS, PHOTO_KEYS, type Storage } from '@portfolio/storage';
import { eventually } from '@portfolio/lifecycle/supervisor';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';
import { showsNumber } from './numbered-pictures.ts';

/** Time for the queue to finish after the load. */
const SETTLE_TIMEOUT_MS = 180_000;
const MAX_PRINTED = 10;

interface Row {
  id: number;
  title: string;
  status: string;
  failure: string | null;
  original_key: string;
  version: string;
  renditions: { format: 'avif' | 'webp' | 'jpeg'; width: number }[];
}

const renditionKeys = ({ id, version, renditions }: Row) =>
  renditions.map(({ width, format }) => PHOTO_KEYS.rendition(id, version, width, format));

/** Compares all accepted uploads and comments with rows and files, and prints the faults. @returns their number */
export async function checkNothingLost(cluster: Cluster, load: Load, signal: AbortSignal): Promise<number> {
  const rows = await settledRows(cluster, signal);
  const storage = await cluster.storage();
  const failed = rows.filter(({ status }) => status !== 'ready');
  const checks: [title: string, total: number, faults: string[]][] = [
    [
      'photos in the end',
      rows.length,
      failed.map(({ id, title, status, failure }) => `photo ${id}, ${title}: ${status} ${failure ?? ''}`),
    ],
    ['uploads answered 201', load.uploads.length, await lostUploads(load, rows, storage)],
    ['renditions', rows.flatMap(renditionKeys).length, await wrongRenditions(rows, storage)],
    ['comments answered 201', load.comments.length, await lostComments(cluster, load)],
  ];
  console.log('');
  for (const [title, total, faults] of checks) {
    console.log(`  ${title}: ${total}, of which ${faults.length} wrong`);
    for (const fault of faults.slice(0, MAX_PRINTED)) console.log(`    ${fault}`);
  }
  console.log(`  files without a row, which housekeeping deletes: ${await countOrphans(rows, storage)}`);
  return checks.flatMap(([, , faults]) => faults).length;
}

async function settledRows(cluster: Cluster, signal: AbortSignal): Promise<Row[]> {
  const columns = 'id, title, status, failure, original_key, version, renditions';
  const start = Date.now();
  const rows = await eventually(
    () => cluster.sql<Row>(`select ${columns} from photos order by id`),
    (rows) => rows.every(({ status }) => status !== 'processing'),
    { timeoutMs: SETTLE_TIMEOUT_MS, intervalMs: 500, signal },
  );
  console.log(`\n  settled after ${((Date.now() - start) / 1_000).toFixed(1)} s`);
  return rows;
}

async function lostUploads(load: Load, rows: Row[], storage: Storage): Promise<string[]> {
  const losses: string[] = [];
  for (const { id, title, sha256 } of load.uploads) {
    const [row, ...others] = rows.filter((row) => row.title === title);
    if (row?.id !== id || others.length > 0) {
      losses.push(`${title} has ${others.length + (row ? 1 : 0)} rows`);
      continue;
    }
    const original = await storage.read(row.original_key);
    if (!original) losses.push(`${title} has no original`);
    else if (createHash('sha256').update(original).digest('hex') !== sha256)
      losses.push(`${title} has another original`);
  }
  return losses;
}

/** Compares the number in each title with the colours of its renditions. */
async function wrongRenditions(rows: Row[], storage: Storage): Promise<string[]> {
  const faults: string[] = [];
  for (const row of rows) {
    const number = Number(/\d+$/.exec(row.title)?.[0]);
    for (const key of renditionKeys(row)) {
      const file = await storage.read(key);
      if (!file) faults.push(`${key} is missing`);
      else if (!(await showsNumber(file, number))) faults.push(`${key} shows another picture`);
    }
  }
  return faults;
}

async function lostComments(cluster: Cluster, load: Load): Promise<string[]> {
  const rows = await cluster.sql<{ content: string; count: number }>(
    'select content, count(*)::int as count from comments group by content',
  );
  const counts = new Map(rows.map(({ content, count }) => [content, count]));
  return load.comments
    .filter((content) => counts.get(content) !== 1)
    .map((content) => `${content}: ${counts.get(content) ?? 0}`);
}

/** Files without a row: refused uploads leave them, and they are no loss. */
async function countOrphans(rows: Row[], storage: Storage): Promise<number> {
  const known = new Set(rows.flatMap((row) => [row.original_key, ...renditionKeys(row)]));
  let count = 0;
  for (const folder of FILE_FOLDERS) for await (const { key } of storage.list(folder)) if (!known.has(key)) count += 1;
  return count;
}
