import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { markBackup } from '@portfolio/database';
import { type JobHandlers, JobQueue, JobWorker, PermanentFailure, type QueueBackend } from '@portfolio/jobs';
import {
  BACKGROUND_KEYS,
  PICTURE_FOLDERS,
  PHOTO_KEYS,
  STORAGE,
  TRASH,
  trashKey,
  type Storage,
} from '@portfolio/storage';
import { describeWithRedis, isFullLevel, startRedis, type TestRedis } from '@portfolio/testing';
import { DiscardOrphans } from '../src/pictures/discard-files.ts';
import { Requeue } from '../src/housekeeping/requeue.ts';
import { DiscardPicture } from '../src/pictures/discard-files.ts';
import { BACKGROUND, PHOTO } from '../src/pictures/picture-kind.ts';
import { RebuildPicture } from '../src/pictures/rebuild-picture.ts';
import { RenderPicture } from '../src/pictures/render-picture.ts';
import { QUEUE_BACKEND } from '../src/worker.module.ts';
import { DataSource } from 'typeorm';
import { createBackend, type Backend } from './backend.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let backend: Backend;

beforeAll(async () => {
  backend = await createBackend();
});
afterEach(async () => {
  await backend.photos.query('truncate photos, background_images, settings cascade');
  for (const folder of PICTURE_FOLDERS) await backend.storage.removeFolder(folder);
});
afterAll(() => backend.close());

const untouched = (milliseconds: number) => ({ updatedAt: new Date(Date.now() - milliseconds) });

describe('requeuing', () => {
  const waiting = async () => (await backend.app.get(JobQueue).counts()).waiting;

  it('enqueues photos that are processing for a minute, each once', async () => {
    await backend.accept(undefined, untouched(2 * MINUTE));
    await backend.accept(undefined, untouched(3 * MINUTE));
    await backend.accept(undefined, untouched(10_000));
    await backend.accept(undefined, { ...untouched(HOUR), status: 'failed' });
    const requeue = backend.app.get(Requeue);
    await requeue.run();
    expect(await waiting()).toBe(2);
    await requeue.run();
    expect(await waiting()).toBe(2);
    await requeue.run({ untouchedFor: 0 });
    expect(await waiting()).toBe(3);
  });

  it('enqueues background images', async () => {
    const before = await waiting();
    await backend.acceptBackground(undefined, untouched(2 * MINUTE));
    await backend.acceptBackground(undefined, untouched(10_000));
    await backend.acceptBackground(undefined, { ...untouched(HOUR), status: 'failed' });
    const requeue = backend.app.get(Requeue);
    await requeue.run();
    await requeue.run();
    expect(await waiting()).toBe((before ?? 0) + 1);
  });

  it('starts with the longest wait', async () => {
    const younger = await backend.accept(undefined, untouched(2 * MINUTE));
    const older = await backend.accept(undefined, untouched(9 * MINUTE));
    const add = jest.spyOn(backend.app.get(JobQueue), 'add');
    await backend.app.get(Requeue).run();
    expect(add.mock.calls.map(([, payload]) => payload)).toEqual([{ photoId: older.id }, { photoId: younger.id }]);
    add.mockRestore();
  });
});

/** Simulates eight hours without storage, in steps of five minutes. */
function eightHoursWithoutStorage(open: () => Promise<Backend>): void {
  let site: Backend;
  beforeAll(async () => {
    site = await open();
  });
  afterAll(() => site.close());

  it('retries with growing pauses, and retains one failure of each photo', async () => {
    const photos = 2;
    const jobs = site.app.get(JobQueue);
    const { render } = site.over({ read: () => Promise.reject(new Error('The storage is unavailable')) });
    let failures = 0;
    const worker = new JobWorker({
      backend: site.app.get<QueueBackend>(QUEUE_BACKEND),
      queue: jobs,
      handlers: {
        // All attempts of a job without waits.
        'photo.render': ({ photoId }) =>
          render.run(PHOTO, photoId).catch((error: Error) => Promise.reject(new PermanentFailure(error.message))),
      } as Partial<JobHandlers> as JobHandlers,
      concurrency: 1,
      onError: () => (failures += 1),
    });
    const add = jest.spyOn(jobs, 'add');
    for (let photo = 0; photo < photos; photo += 1) await site.accept();
    for (let minute = 0; minute < 8 * 60; minute += 5) {
      await site.photos.query(
        `update photos set created_at = created_at - interval '5 min', updated_at = updated_at - interval '5 min'`,
      );
      await site.app.get(Requeue).run();
      while (failures < add.mock.calls.length) await setTimeout(1);
    }
    await worker.close();

    expect(await jobs.counts()).toMatchObject({ failed: photos, waiting: 0, delayed: 0 });
    expect(await site.photos.countBy({ status: 'processing' })).toBe(photos);
    // Four times an hour, more often at first.
    expect(failures / photos).toBeGreaterThanOrEqual(8 * 4);
    expect(failures / photos).toBeLessThanOrEqual(8 * 4 + 4);
  });
}

describe('eight hours without the storage, with the queue in PostgreSQL', () => {
  eightHoursWithoutStorage(() => createBackend());
});

if (isFullLevel) {
  describeWithRedis('eight hours without the storage, with the queue in Redis', () => {
    let redis: TestRedis;
    afterAll(() => redis.stop());
    eightHoursWithoutStorage(async () => {
      redis = (await startRedis())!;
      return createBackend({ REDIS_URL: redis.url });
    });
  });
}

describeWithRedis('a site whose queue is in Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = (await startRedis())!;
  });
  afterAll(() => redis.stop());

  it('requeues jobs of an earlier release, and none of another site', async () => {
    const [one, other] = [await createBackend({ REDIS_URL: redis.url }), await createBackend({ REDIS_URL: redis.url })];
    const waiting = async (site: Backend) => (await site.app.get(JobQueue).counts()).waiting;
    const { id: photoId } = await one.accept();
    // Without the site's id, as in earlier releases.
    const backend = { ...one.app.get<QueueBackend & { kind: 'redis' }>(QUEUE_BACKEND), prefix: 'bull' };
    const before = new JobQueue(backend, () => undefined);
    await before.add('photo.render', { photoId });
    await before.close();
    expect([await waiting(one), await waiting(other)]).toEqual([0, 0]);

    await one.app.get(Requeue).run({ untouchedFor: 0 });

    expect([await waiting(one), await waiting(other)]).toEqual([1, 0]);
    await Promise.all([one.close(), other.close()]);
  });
});

describe('discarding a photo', () => {
  it('removes original and renditions, also when repeated', async () => {
    const { id, originalKey } = await backend.accept();
    await backend.app.get(RenderPicture).run(PHOTO, id);
    await backend.photos.delete({ id });
    const discard = backend.app.get(DiscardPicture);
    await discard.run(PHOTO, id, originalKey);
    await discard.run(PHOTO, id, originalKey);
    expect([...(await backend.keys('originals')), ...(await backend.keys('renditions'))]).toEqual([]);
  });

  it('moves the original to the trash during a backup', async () => {
    const { id, originalKey } = await backend.accept();
    await backend.photos.delete({ id });
    const backup = backend.app.get(DataSource).createQueryRunner();
    await markBackup(backup);
    await backend.app.get(DiscardPicture).run(PHOTO, id, originalKey);
    expect(await backend.keys(TRASH)).toEqual([trashKey(originalKey)]);

    await backup.query('select pg_advisory_unlock_all()');
    await backup.release();
    await backend.app.get(DiscardPicture).run(PHOTO, id, originalKey);
    expect(await backend.keys(TRASH)).toEqual([]);
  });

  it('removes the original from the trash too', async () => {
    const { id, originalKey } = await backend.accept();
    await backend.storage.copy(originalKey, trashKey(originalKey));
    await backend.photos.delete({ id });
    await backend.app.get(DiscardPicture).run(PHOTO, id, originalKey);
    expect(await backend.keys(TRASH)).toEqual([]);
  });

  it('removes nothing while the photo exists', async () => {
    const { id, originalKey } = await backend.accept();
    await backend.app.get(DiscardPicture).run(PHOTO, id, originalKey);
    expect(await backend.keys('originals')).toEqual([originalKey]);
  });
});

describe('discarding orphans', () => {
  const discard = (olderThan?: number) => backend.app.get(DiscardOrphans).run({ olderThan });
  const store = async (key: string, age: number) => {
    await backend.storage.write(key, Buffer.from('x'));
    await backend.age(key, age);
    return key;
  };

  it('moves originals without a row to the trash, once they are an hour old', async () => {
    const photo = await backend.accept();
    await backend.age(photo.originalKey, 5 * HOUR);
    await store('originals/aa/old.jpg', 2 * HOUR);
    const fresh = await store('originals/bb/fresh.jpg', 50 * MINUTE);
    await discard();
    expect(await backend.keys('originals')).toEqual([photo.originalKey, fresh].sort());
    await discard(0);
    expect(await backend.keys('originals')).toEqual([photo.originalKey]);
    expect(await backend.keys(TRASH)).toEqual(['trash/originals/aa/old.jpg', 'trash/originals/bb/fresh.jpg']);
  });

  it('leaves originals in the trash for thirty days', async () => {
    await backend.accept();
    await store('originals/aa/old.jpg', 99 * DAY);
    await discard();
    await backend.age('trash/originals/aa/old.jpg', 29 * DAY);
    await discard();
    expect(await backend.keys(TRASH)).toEqual(['trash/originals/aa/old.jpg']);
    await backend.age('trash/originals/aa/old.jpg', 31 * DAY);
    await discard();
    expect(await backend.keys(TRASH)).toEqual([]);
  });

  it('empties the trash of a site without originals', async () => {
    await store('trash/originals/aa/last.jpg', 31 * DAY);
    await discard();
    expect(await backend.keys(TRASH)).toEqual([]);
  });

  it('loses nothing in a crash between copy and removal', async () => {
    await backend.accept();
    const old = await store('originals/aa/old.jpg', 2 * HOUR);
    const remove = jest.spyOn(backend.app.get<Storage>(STORAGE), 'remove').mockRejectedValue(new Error('Killed'));
    await expect(discard()).rejects.toThrow('Killed');
    remove.mockRestore();
    expect([...(await backend.keys('originals')), ...(await backend.keys(TRASH))]).toContain(old);
    await discard();
    expect(await backend.keys('originals')).not.toContain(old);
    expect(await backend.keys(TRASH)).toEqual([trashKey(old)]);
  });

  it('restores original and renditions when the row returns', async () => {
    await backend.accept();
    const { id, originalKey } = await backend.accept();
    await backend.app.get(RenderPicture).run(PHOTO, id);
    const content = await backend.storage.read(originalKey);
    await backend.photos.query('create table photos_before as table photos');
    const made = await backend.keys('renditions');
    await backend.age(originalKey, 2 * HOUR);
    await backend.photos.delete({ id });
    await discard();
    expect([...(await backend.keys('originals')), ...(await backend.keys('renditions'))]).toHaveLength(1);

    await backend.age(trashKey(originalKey), 31 * DAY);
    await backend.photos.query(
      'insert into photos table photos_before on conflict do nothing; drop table photos_before',
    );
    const add = jest.spyOn(backend.app.get(JobQueue), 'add').mockResolvedValue('');
    await discard();
    expect(await backend.storage.read(originalKey)).toEqual(content);
    expect(add.mock.calls).toEqual([['photo.rebuild', { photoId: id }]]);
    add.mockRestore();
    await backend.app.get(RebuildPicture).run(PHOTO, id);
    expect(await backend.keys('renditions')).toEqual(made);
  });

  it('works in batches', async () => {
    const keys = Array.from({ length: 1100 }, () => PHOTO_KEYS.original(randomUUID(), 'jpg'));
    await backend.photos.query(
      `insert into photos (title, original_key, original_bytes, content_hash, width, height)
       select 'Harbour', key, 1, 'hash', 1, 1 from unnest($1::text[]) as key`,
      [keys],
    );
    await Promise.all(keys.map((key) => store(key, 2 * HOUR)));
    await store('originals/aa/old.jpg', 2 * HOUR);
    await discard();
    expect(await backend.keys('originals')).toEqual(keys.sort());
  });

  it('moves no more originals than it has counted, also where rows are deleted meanwhile', async () => {
    const { id, originalKey } = await backend.accept();
    await backend.age(originalKey, 2 * HOUR);
    await store('originals/aa/old.jpg', 2 * HOUR);
    const storage = backend.app.get<Storage>(STORAGE);
    const listFiles = storage.list.bind(storage);
    const list = jest.spyOn(storage, 'list').mockImplementation(async function* (folder) {
      if (folder === TRASH) await backend.photos.delete({ id });
      yield* listFiles(folder);
    });
    await discard();
    list.mockRestore();
    expect(await backend.keys(TRASH)).toHaveLength(1);
    expect(await backend.keys('originals')).toHaveLength(1);
  });

  it('removes renditions of deleted photos', async () => {
    const { id } = await backend.accept();
    await backend.app.get(RenderPicture).run(PHOTO, id);
    const keys = await backend.keys('renditions');
    await store(PHOTO_KEYS.rendition(id + 1, 'abc', 320, 'avif'), 0);
    await discard();
    expect(await backend.keys('renditions')).toEqual(keys);
  });

  it('removes versions that are not shown, once they are an hour old', async () => {
    const { id } = await backend.accept();
    await backend.app.get(RenderPicture).run(PHOTO, id);
    const keys = await backend.keys('renditions');
    for (const key of keys) await backend.age(key, 9 * HOUR);
    await store(PHOTO_KEYS.rendition(id, 'old', 640, 'avif'), 9 * HOUR);
    await store(PHOTO_KEYS.rendition(id, 'old', 320, 'avif'), 2 * HOUR);
    await store(PHOTO_KEYS.rendition(id, 'mixed', 640, 'avif'), 9 * HOUR);
    await store(PHOTO_KEYS.rendition(id, 'mixed', 320, 'avif'), 0);
    await discard();
    const mixed = [320, 640].map((width) => PHOTO_KEYS.rendition(id, 'mixed', width, 'avif'));
    expect(await backend.keys('renditions')).toEqual([...keys, ...mixed].sort());
  });

  it('leaves the folder of a running render', async () => {
    const { id } = await backend.accept();
    const key = await store(PHOTO_KEYS.rendition(id, 'started', 640, 'avif'), 9 * HOUR);
    await discard();
    expect(await backend.keys('renditions')).toEqual([key]);
  });

  it('leaves the folder of a running refresh, and removes the replaced version', async () => {
    const { id } = await backend.accept();
    await backend.app.get(RenderPicture).run(PHOTO, id);
    await backend.set({ artist_name: 'Ruth' });
    // Sequential: temporary files of any age are removed here.
    let last: Promise<void> = Promise.resolve();
    const writeAndDiscard = async (key: string, content: Uint8Array) => {
      await backend.storage.write(key, content);
      await discard(0);
    };
    await backend
      .over({ write: (key, content) => (last = last.then(() => writeAndDiscard(key, content))) })
      .refresh.run(PHOTO, id);
    const { version, renditions } = await backend.find(id);
    const shown = renditions.map(({ width, format }) => PHOTO_KEYS.rendition(id, version!, width, format));
    expect(await backend.keys('renditions')).toEqual(shown.sort());
  });

  it('removes unknown files of background images only', async () => {
    const ready = await backend.acceptBackground();
    await backend.app.get(RenderPicture).run(BACKGROUND, ready.id);
    const processing = await backend.acceptBackground();
    const [shown, originals] = [await backend.keys('backgrounds'), await backend.keys('originals')];
    for (const key of [...shown, ...originals]) await backend.age(key, 9 * HOUR);
    const started = await store(BACKGROUND_KEYS.rendition(processing.id, 'started', 640, 'avif'), 9 * HOUR);
    await store(BACKGROUND_KEYS.rendition(ready.id, 'old', 640, 'avif'), 9 * HOUR);
    await store(BACKGROUND_KEYS.rendition(processing.id + 1, 'abc', 320, 'avif'), 0);
    await store('originals/aa/old.jpg', 2 * HOUR);
    await discard();
    expect(await backend.keys('backgrounds')).toEqual([...shown, started].sort());
    expect(await backend.keys('originals')).toEqual(originals);
  });

  it('removes the files of a background image whose discarding was lost', async () => {
    await backend.accept();
    const older = await backend.acceptBackground();
    await backend.app.get(RenderPicture).run(BACKGROUND, older.id);
    await backend.age(older.originalKey, 2 * HOUR);
    await backend.backgrounds.delete({ id: older.id });
    await discard();
    expect(await backend.keys('backgrounds')).toEqual([]);
    expect(await backend.keys('originals')).toHaveLength(1);
  });

  it('removes nothing where most originals have no row, as with the wrong database', async () => {
    const { originalKey } = await backend.accept();
    const strangers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => store(`originals/aa/stranger-${i}.jpg`, 2 * HOUR)),
    );
    const rendition = await store(PHOTO_KEYS.rendition(1_000_000, 'abc', 320, 'avif'), 2 * HOUR);
    await store('trash/originals/aa/stranger.jpg', 31 * DAY);
    await discard();
    expect(await backend.keys(TRASH)).toEqual(['trash/originals/aa/stranger.jpg']);
    expect(await backend.keys('originals')).toEqual([originalKey, ...strangers].sort());
    expect(await backend.keys('renditions')).toEqual([rendition]);
  });

  it('removes nothing where no original has a row', async () => {
    await backend.photos.query('delete from photos');
    const before = await backend.keys('originals');
    const last = await store('originals/aa/last.jpg', 2 * HOUR);
    await discard(0);
    expect(await backend.keys('originals')).toEqual([...before, last].sort());
  });

  it('removes temporary files of interrupted writes', async () => {
    const { STORAGE_DIR: folder } = backend.variables;
    const { originalKey } = await backend.accept();
    const [old, fresh] = ['old', 'fresh'].map((name) => join(folder, `${originalKey}.${name}.part`));
    for (const path of [old!, fresh!]) await writeFile(path, 'half');
    await utimes(old!, new Date(), new Date(Date.now() - 2 * HOUR));
    await discard();
    await expect(writeFile(old!, '', { flag: 'r+' })).rejects.toThrow('ENOENT');
    await writeFile(fresh!, '', { flag: 'r+' });
  });
});
