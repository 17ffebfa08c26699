import { setTimeout as wait } from 'node:timers/promises';
import type { Rendition } from '@portfolio/database';
import { type JobQueue, progressOf } from '@portfolio/jobs';
import { BACKGROUND_KEYS, PHOTO_KEYS, type PictureKeys, type Storage } from '@portfolio/storage';
import type { DataSource } from 'typeorm';
import type { OnProgress } from './backup-error.ts';

interface ReadyPicture {
  id: number;
  version: string;
  renditions: Rendition[];
}

const KINDS = [
  {
    name: 'Photo',
    table: 'photos',
    keys: PHOTO_KEYS,
    enqueue: (jobs: JobQueue, photoId: number) => jobs.add('photo.rebuild', { photoId }),
  },
  {
    name: 'Background image',
    table: 'background_images',
    keys: BACKGROUND_KEYS,
    enqueue: (jobs: JobQueue, backgroundId: number) => jobs.add('background.rebuild', { backgroundId }),
  },
];

const BATCH = 500;

const POLL_INTERVAL_MS = 500;
const POLL_SIZE = 20;

export interface EnqueuedPicture {
  /** As in "Photo 12". */
  name: string;
  job: string;
}

/**
 * Enqueues new renditions of ready pictures, one for each step of the iteration.
 *
 * @param selection pictures that lack a file, or all
 */
export async function* enqueueRerender(
  { dataSource, storage, jobs }: { dataSource: DataSource; storage: Storage; jobs: JobQueue },
  selection: 'missing' | 'all',
): AsyncGenerator<EnqueuedPicture> {
  for (const kind of KINDS) {
    for await (const picture of readyPictures(dataSource, kind.table)) {
      if (selection === 'missing' && (await isComplete(storage, kind.keys, picture))) continue;
      yield { name: `${kind.name} ${picture.id}`, job: await kind.enqueue(jobs, picture.id) };
    }
  }
}

/** Waits until all are rendered or failed. @returns the failed ones with reasons */
export async function followRerender(
  jobs: JobQueue,
  enqueued: EnqueuedPicture[],
  onProgress: OnProgress,
): Promise<{ name: string; reason: string }[]> {
  const failed: { name: string; reason: string }[] = [];
  let open = enqueued;
  while (open.length > 0) {
    // They finish nearly in order: polling the first ones is enough.
    const polled = await Promise.all(
      open.slice(0, POLL_SIZE).map(async (picture) => ({ picture, progress: await progressOf(jobs, picture.job) })),
    );
    for (const { picture, progress } of polled) {
      if (progress.state === 'failed') failed.push({ name: picture.name, reason: progress.reason });
    }
    const still = polled.filter(({ progress }) => progress.state === 'open').map(({ picture }) => picture);
    const isStuck = still.length === polled.length;
    open = [...still, ...open.slice(POLL_SIZE)];
    onProgress(enqueued.length - open.length, enqueued.length);
    if (isStuck) await wait(POLL_INTERVAL_MS);
  }
  return failed;
}

async function* readyPictures(dataSource: DataSource, table: string): AsyncIterable<ReadyPicture> {
  for (let after = 0; ;) {
    const pictures = await dataSource.query<ReadyPicture[]>(
      `select id, version, renditions from ${table} where status = 'ready' and id > $1 order by id limit ${BATCH}`,
      [after],
    );
    yield* pictures;
    const last = pictures.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Whether the storage has all renditions of the row. */
async function isComplete(
  storage: Storage,
  keys: PictureKeys,
  { id, version, renditions }: ReadyPicture,
): Promise<boolean> {
  const missing = new Set(renditions.map(({ width, format }) => keys.rendition(id, version, width, format)));
  for await (const { key } of storage.list(keys.versionFolder(id, version))) missing.delete(key);
  return missing.size === 0;
}
