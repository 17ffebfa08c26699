import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createComment, createGallery, createMessage } from '@portfolio/testing';
import { JobQueue } from '@portfolio/jobs';
import { PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import { DataSource } from 'typeorm';
import { EmptyTrash } from '../src/housekeeping/empty-trash.ts';
import { DiscardOrphans, DiscardPicture } from '../src/pictures/discard-files.ts';
import { PHOTO } from '../src/pictures/picture-kind.ts';
import { createBackend, type Backend } from './backend.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const ago = (milliseconds: number) => ({ deletedAt: new Date(Date.now() - milliseconds) });

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

it('deletes rows that were in the trash for 30 days, with their files, and leaves the rest', async () => {
  const { app, storage } = backend;
  const database = app.get(DataSource);
  const rendition = ({ id }: { id: number }) => PHOTO_KEYS.rendition(id, 'abc', 640, 'jpeg');
  const photos = [
    await backend.accept(undefined, ago(30 * DAY + HOUR)),
    await backend.accept(undefined, ago(30 * DAY - HOUR)),
    await backend.accept(),
  ] as const;
  const [expired, recent, kept] = photos;
  for (const photo of photos) {
    await storage.write(rendition(photo), Buffer.from('picture'));
    await backend.age(photo.originalKey, 2 * HOUR);
    await backend.age(rendition(photo), 2 * HOUR);
  }
  await createComment(database, expired, ago(30 * DAY + HOUR));
  await createComment(database, kept, ago(31 * DAY));
  const comment = await createComment(database, kept);
  const message = await createMessage(database, { photoId: expired.id });
  await createGallery(database, { slug: 'old', ...ago(31 * DAY) });
  await createGallery(database, { slug: 'new', ...ago(DAY) });
  const jobs = jest.spyOn(app.get(JobQueue), 'add');

  // The queue is down after the rows are deleted.
  jobs.mockRejectedValueOnce(new Error('The queue is down'));
  await expect(app.get(EmptyTrash).run()).rejects.toThrow('The queue is down');
  expect(await backend.keys('trash')).toEqual([`trash/${expired.originalKey}`]);
  await app.get(EmptyTrash).run();

  const ids = (table: string) => database.query<{ id: number }[]>(`select id from ${table} order by id`);
  expect(await ids('photos')).toEqual([{ id: recent.id }, { id: kept.id }]);
  expect(await ids('comments')).toEqual([{ id: comment.id }]);
  expect(await ids('messages')).toEqual([{ id: message.id }]);
  expect(await database.query('select slug from galleries')).toEqual([{ slug: 'new' }]);

  // The job of a photo in the trash, and the sweep for the renditions of the other.
  await app.get(DiscardPicture).run(PHOTO, recent.id, recent.originalKey);
  await app.get(DiscardOrphans).run();

  expect(await backend.keys('originals')).toEqual([recent.originalKey, kept.originalKey].sort());
  expect(await backend.keys('renditions')).toEqual([rendition(recent), rendition(kept)].sort());
  expect(await backend.keys('trash')).toEqual([`trash/${expired.originalKey}`]);
});

it('moves the other originals to the trash when one fails, and reports the error of the queue', async () => {
  const { app } = backend;
  await backend.storage.removeFolder('trash');
  for (let count = 0; count < 3; count += 1) await backend.accept(undefined, ago(31 * DAY));
  const logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  jest.spyOn(app.get(JobQueue), 'add').mockRejectedValueOnce(new Error('The queue is down'));
  jest.spyOn(app.get<Storage>(STORAGE), 'copy').mockRejectedValueOnce(new Error('The storage is down'));

  await expect(app.get(EmptyTrash).run()).rejects.toThrow('The queue is down');

  expect(await backend.keys('trash')).toHaveLength(2);
  expect(logged).toHaveBeenCalledTimes(1);
});
