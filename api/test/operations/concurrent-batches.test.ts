import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Comment, GalleryPhoto, type Gallery, Photo } from '@portfolio/database';
import { createComment, createGallery, createPhoto, isFullLevel, waitUntilBlocked } from '@portfolio/testing';
import type { Response } from 'supertest';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const ROUNDS = isFullLevel ? 10 : 3;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let ids: number[];
let gallery: Gallery;
let other: Gallery;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, galleries cascade');
  ids = await somePhotos(12);
  gallery = await createGallery(api.database, { slug: 'slack-water' });
  other = await createGallery(api.database, { slug: 'ebb' });
});

async function somePhotos(count: number): Promise<number[]> {
  const made = await Promise.all(Array.from({ length: count }, () => createPhoto(api.database)));
  return made.map(({ id }) => id).sort((one, another) => one - another);
}
const save = ({ id, slug }: Gallery, photo_ids: number[]) =>
  admin.put(`/api/galleries/${id}`).send({ title: 'Slack Water', slug, photo_ids });
const change = (photo_ids: number[], changes: object) => admin.put('/api/photos/batch').send({ photo_ids, ...changes });
const remove = (photo_ids: number[]) => admin.post('/api/photos/batch/delete').send({ photo_ids });
const addTo = ({ id }: Gallery, photo_ids: number[]) => change(photo_ids, { add_to_gallery_id: id });
const statuses = (responses: Response[]) => responses.map(({ status }) => status);
const positionsIn = async ({ id: galleryId }: Gallery) =>
  (await api.database.getRepository(GalleryPhoto).findBy({ galleryId })).map(({ position }) => position);

it('photos are added to galleries during saves without deadlock', async () => {
  const reversed = [...ids].reverse();

  for (let round = 0; round < ROUNDS; round += 1) {
    const responses = await Promise.all([
      addTo(gallery, ids),
      addTo(other, reversed),
      save(gallery, reversed.slice(0, 5)),
      save(other, ids.slice(3)),
      change(reversed, { is_for_sale: round % 2 === 0, add_to_gallery_id: gallery.id }),
      admin.put(`/api/photos/${ids[4]}`).send({ gallery_ids: [other.id, gallery.id] }),
    ]);

    expect(statuses(responses)).toEqual(Array(6).fill(200));
  }
});

it('photos deleted during changes are gone, and every request ends', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const doomed = await somePhotos(6);
    const reversed = [...doomed].reverse();
    await save(gallery, [...doomed, ...ids]).expect(200);
    await save(other, reversed).expect(200);

    const [saved, ...responses] = await Promise.all([
      save(gallery, [...ids, ...doomed]),
      remove(reversed.slice(0, 4)),
      remove(doomed.slice(0, 4)),
      addTo(other, [...reversed, ...ids]),
      change(doomed, { is_for_sale: true }),
      ...[doomed[0], doomed[5]].map((id) => admin.delete(`/api/photos/${id}`)),
    ]);

    expect([200, 400]).toContain(saved.status);
    for (const status of statuses(responses)) expect([200, 404]).toContain(status);
    const left = await api.database.getRepository(Photo).find({ order: { id: 'ASC' } });
    expect(left.map(({ id }) => id)).toEqual(ids);
  }
});

it('a photo deleted twice concurrently is counted once', async () => {
  const responses = await Promise.all([remove(ids), remove([...ids].reverse()), remove(ids.slice(2))]);

  expect(responses.reduce((sum, { body }) => sum + (body.count as number), 0)).toBe(ids.length);
});

it('galleries deleted while photos are added are gone, and every request ends', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const doomed = await createGallery(api.database);

    const [added, removed] = await Promise.all([addTo(doomed, ids), admin.delete(`/api/galleries/${doomed.id}`)]);

    expect(removed.status).toBe(200);
    expect([200, 400]).toContain(added.status);
    if (added.status === 400) expect(added.body.code).toBe('photo.unknown-gallery');
    expect(await positionsIn(doomed)).toEqual([]);
  }
});

it('galleries and their photos deleted concurrently are all gone', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const doomed = await somePhotos(8);
    const photos = [...doomed].reverse().map((id) => ({ id }) as Photo);
    const galleries = [await createGallery(api.database, { photos }), await createGallery(api.database, { photos })];

    const responses = await Promise.all([
      ...galleries.map(({ id }) => admin.delete(`/api/galleries/${id}`)),
      remove(doomed),
      remove([...doomed].reverse()),
    ]);

    expect(statuses(responses)).toEqual([200, 200, 200, 200]);
  }
  expect(await api.database.getRepository(GalleryPhoto).count()).toBe(0);
});

it('comments moderated while their photos are deleted are gone, and every request ends', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const doomed = await somePhotos(4);
    const comments: number[] = [];
    for (const id of [...doomed, ...[...doomed].reverse()]) {
      comments.push((await createComment(api.database, { id } as Photo, { isApproved: false })).id);
    }
    const decide = (comment_ids: number[], is_approved: boolean) =>
      admin.put('/api/comments/batch/approve').send({ comment_ids, is_approved });

    const responses = await Promise.all([
      decide(comments, true),
      remove([...doomed].reverse()),
      decide([...comments].reverse(), false),
      admin.post('/api/comments/batch/delete').send({ comment_ids: comments.slice(4) }),
      ...comments.slice(0, 2).map((id) => admin.put(`/api/comments/${id}/approve`)),
    ]);

    for (const status of statuses(responses)) expect([200, 404]).toContain(status);
    expect(statuses(responses.slice(0, 4))).toEqual([200, 200, 200, 200]);
    expect(await api.database.getRepository(Comment).count()).toBe(0);
  }
});

it('bulk moderation locks photos before comments', async () => {
  const [first, second] = [{ id: ids[0] } as Photo, { id: ids[1] } as Photo];
  const other = await createComment(api.database, first, { isApproved: false });
  const doomed = await createComment(api.database, second, { isApproved: false });
  const deleting = api.database.createQueryRunner();
  await deleting.startTransaction();
  await deleting.query('select 1 from photos where id = $1 for update', [second.id]);

  async function deleteOnceWaitedFor(): Promise<void> {
    await waitUntilBlocked(api.database);
    // The deletion locks the comments of the photo.
    await deleting.query('delete from photos where id = $1', [second.id]);
    await deleting.commitTransaction();
  }
  const decided = admin.put('/api/comments/batch/approve').send({ comment_ids: [other.id, doomed.id] });
  const [{ body }] = await Promise.all([decided.expect(200), deleteOnceWaitedFor()]);
  await deleting.release();

  expect(body).toEqual({ count: 1, message: '1 comment approved' });
});
