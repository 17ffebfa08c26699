import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobQueue } from '@portfolio/jobs';
import { PHOTO_KEYS, type Storage, type StoredFile } from '@portfolio/storage';
import { HeapPeak, runAll } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { Requeue } from '../src/housekeeping/requeue.ts';
import { DiscardOrphans } from '../src/pictures/discard-files.ts';
import { PictureListsRepository } from '../src/pictures/picture-lists.repository.ts';
import { PicturesRepository } from '../src/pictures/pictures.repository.ts';
import { ReadCaptureDates } from '../src/pictures/read-capture-dates.ts';
import { RefreshPictures } from '../src/pictures/refresh-picture.ts';
import { createBackend, type Backend } from './backend.ts';

const PHOTOS = 100_000;
const FILES_OF_PHOTO = 15;
/** Every so many photos have an unused version. */
const UNUSED_EVERY = 50;
/** Bytes that ten times as many photos may add to the live memory. */
const FLAT = 1_500_000;

const modifiedAt = new Date(0);
const original = (id: number) => PHOTO_KEYS.original(String(id).padStart(6, '0'), 'jpg');

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
  await runAll(backend.variables.DATABASE_URL, [
    `insert into photos (title, original_key, original_bytes, content_hash, width, height, status, version, updated_at)
     select 'Photo', 'originals/' || left(lpad(i::text, 6, '0'), 2) || '/' || lpad(i::text, 6, '0') || '.jpg', 1, 'x', 3, 2,
       'ready', 'shown', now() - interval '1 hour'
     from generate_series(1, ${PHOTOS}) i`,
  ]);
}, 120_000);
afterAll(() => backend.close());

/** Storage that lists the files of photos without having any. */
function listing(photos: number, onPhoto: (folder: string) => void): Storage {
  async function* list(folder: string): AsyncGenerator<StoredFile> {
    if (folder !== PHOTO_KEYS.originals && folder !== PHOTO_KEYS.renditions) return;
    for (let id = 1; id <= photos; id += 1) {
      onPhoto(folder);
      if (folder === PHOTO_KEYS.originals) yield { key: original(id), bytes: 1, modifiedAt };
      else {
        for (let width = 1; width <= FILES_OF_PHOTO; width += 1) {
          const version = width === 1 && id % UNUSED_EVERY === 0 ? 'old' : 'shown';
          yield { key: PHOTO_KEYS.rendition(id, version, width, 'avif'), bytes: 1, modifiedAt };
        }
      }
    }
  }
  const storage: Partial<Storage> = {
    list,
    discardUnfinished: async () => 0,
    read: async () => {
      onPhoto('read');
      return undefined;
    },
  };
  return storage as Storage;
}

const get = <T>(type: new (...given: never[]) => T): T => backend.app.get(type);
/** A queue that counts its jobs. */
const countingQueue = (onJob: () => void) => ({ add: async () => onJob() }) as unknown as JobQueue;

/** Removes the unused files of the first photos. @returns peaks of live memory */
async function discardOrphans(photos: number) {
  const [originals, renditions] = [new HeapPeak(photos), new HeapPeak(photos)];
  let removed = 0;
  const storage = listing(photos, (folder) => (folder === PHOTO_KEYS.originals ? originals : renditions).step());
  storage.removeFolder = async () => void (removed += 1);
  const queue = countingQueue(() => undefined);
  await new DiscardOrphans(get(PictureListsRepository), get(PicturesRepository), queue, storage).run();
  expect(removed).toBe(photos / UNUSED_EVERY);
  return { originals: originals.bytes, renditions: renditions.bytes };
}

describe(`housekeeping of ${PHOTOS} photos`, () => {
  it('removes unused files with the memory of a tenth of them', async () => {
    const small = await discardOrphans(PHOTOS / 10);
    const large = await discardOrphans(PHOTOS);

    expect(large.originals - small.originals).toBeLessThan(FLAT);
    expect(large.renditions - small.renditions).toBeLessThan(FLAT);
  }, 600_000);

  it('enqueues outdated pictures, and reads capture dates, page by page', async () => {
    const [enqueued, read] = [new HeapPeak(PHOTOS), new HeapPeak(PHOTOS)];
    const before = await discardOrphans(PHOTOS / 10);

    await new RefreshPictures(
      get(PictureListsRepository),
      get(PicturesRepository),
      countingQueue(() => enqueued.step()),
    ).run();
    await new ReadCaptureDates(
      get(DataSource),
      listing(PHOTOS, () => read.step()),
    ).run();

    expect(enqueued.bytes - before.renditions).toBeLessThan(FLAT);
    expect(read.bytes - before.renditions).toBeLessThan(FLAT);
  }, 600_000);

  it('requeues 500 of them at a time', async () => {
    await backend.photos.query(`update photos set status = 'processing'`);
    let jobs = 0;

    await new Requeue(
      get(DataSource),
      countingQueue(() => (jobs += 1)),
    ).run();

    expect(jobs).toBe(500);
  });
});
