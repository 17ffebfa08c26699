import { setTimeout as wait } from 'node:timers/promises';
import type { Rendition } from '@portfolio/database';
import { addTracked, type JobQueue, progressOf } from '@portfolio/jobs';
import { BACKGROUND_KEYS, PHOTO_KEYS, type PictureKeys, type Storage } from '@portfolio/storage';
import type { DataSource } from 'typeorm';
import type { Progress } from './check-bag.ts';

/** Which pictures: those that lack at least one file, or all. */
export type Wanted = 'missing' | 'all';

interface ShownPicture {
  id: number;
  version: string;
  renditions: Rendition[];
}

interface Kind {
  name: string;
  table: string;
  keys: PictureKeys;
  /** @returns the id of the job */
  ask(jobs: JobQueue, id: number): Promise<string>;
}

const KINDS: Kind[] = [
  {
    name: 'Photo',
    table: 'photos',
    keys: PHOTO_KEYS,
    ask: (jobs, photoId) => addTracked(jobs, 'photo.rebuild', { photoId }),
  },
  {
    name: 'Background image',
    table: 'background_images',
    keys: BACKGROUND_KEYS,
    ask: (jobs, backgroundId) => addTracked(jobs, 'background.rebuild', { backgroundId }),
  },
];

/** Pictures read in one query. */
const BATCH = 500;

/** Milliseconds between two looks at the jobs, and how many of them are looked at. */
const LOOK_EVERY = 500;
const LOOK_AT = 20;

/** A picture whose rendering has been asked for. */
export interface EnqueuedPicture {
  /** As in "Photo 12". */
  name: string;
  job: string;
}

/** Asks the worker for the renditions of every picture that is ready and is wanted. */
export async function enqueueRerender(
  { dataSource, storage, jobs }: { dataSource: DataSource; storage: Storage; jobs: JobQueue },
  wanted: Wanted,
): Promise<EnqueuedPicture[]> {
  const asked: EnqueuedPicture[] = [];
  for (const kind of KINDS) {
    for await (const picture of shown(dataSource, kind)) {
      if (wanted === 'missing' && (await isWhole(storage, kind.keys, picture))) continue;
      asked.push({ name: `${kind.name} ${picture.id}`, job: await kind.ask(jobs, picture.id) });
    }
  }
  return asked;
}

/**
 * Waits until every one of them has been rendered, or cannot be.
 *
 * @returns those that cannot be, with the reason
 */
export async function followRerender(
  jobs: JobQueue,
  asked: EnqueuedPicture[],
  onProgress: Progress,
): Promise<{ name: string; reason: string }[]> {
  const failed: { name: string; reason: string }[] = [];
  let open = asked;
  while (open.length > 0) {
    // They are done nearly in order, so that only the first of them need to be looked at.
    const looks = await Promise.all(
      open.slice(0, LOOK_AT).map(async (picture) => ({ picture, progress: await progressOf(jobs, picture.job) })),
    );
    for (const { picture, progress } of looks) {
      if (progress.state === 'failed') failed.push({ name: picture.name, reason: progress.reason });
    }
    const still = looks.filter(({ progress }) => progress.state === 'open').map(({ picture }) => picture);
    const isStuck = still.length === looks.length;
    open = [...still, ...open.slice(LOOK_AT)];
    onProgress(asked.length - open.length, asked.length);
    if (isStuck) await wait(LOOK_EVERY);
  }
  return failed;
}

/** In the order of their ids. */
async function* shown(dataSource: DataSource, { table }: Kind): AsyncIterable<ShownPicture> {
  for (let after = 0; ;) {
    const pictures = await dataSource.query<ShownPicture[]>(
      `select id, version, renditions from ${table} where status = 'ready' and id > $1 order by id limit ${BATCH}`,
      [after],
    );
    yield* pictures;
    const last = pictures.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Whether the storage has every file that the row speaks of. */
async function isWhole(
  storage: Storage,
  keys: PictureKeys,
  { id, version, renditions }: ShownPicture,
): Promise<boolean> {
  const missing = new Set(renditions.map(({ width, format }) => keys.rendition(id, version, width, format)));
  for await (const { key } of storage.list(keys.version(id, version))) missing.delete(key);
  return missing.size === 0;
}
