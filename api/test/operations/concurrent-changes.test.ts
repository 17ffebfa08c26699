import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { GalleryPhoto, type Gallery, type Photo } from '@portfolio/database';
import { aJpeg, createComment, createGallery, createPhoto, isFullLevel } from '@portfolio/testing';
import { seededRandom } from '@portfolio/testing/statistics';
import type { Response } from 'supertest';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const ROUNDS = isFullLevel ? 10 : 3;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photos: Photo[];
let gallery: Gallery;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, galleries cascade');
  photos = [];
  for (let count = 0; count < 12; count += 1) photos.push(await createPhoto(api.database));
  gallery = await createGallery(api.database, { slug: 'slack-water', photos });
});

const save = (photo_ids: number[], { id, slug } = gallery) =>
  admin.put(`/api/galleries/${id}`).send({ title: 'Slack Water', slug, photo_ids });
const idsOf = (chosen: Photo[]) => chosen.map(({ id }) => id);
/** Stored ids and positions. */
async function storedOrder() {
  const rows = await api.database
    .getRepository(GalleryPhoto)
    .find({ where: { galleryId: gallery.id }, order: { position: 'ASC' } });
  return { ids: rows.map(({ photoId }) => photoId), positions: rows.map(({ position }) => position) };
}
const positionsFromZero = (length: number) => Array.from({ length }, (_, position) => position);
const statuses = (responses: Response[]) => responses.map(({ status }) => status);

it('concurrent saves of a gallery store one of the photo lists completely', async () => {
  const [ids, reversed] = [idsOf(photos), idsOf(photos).reverse().slice(2)];

  for (let round = 0; round < ROUNDS; round += 1) {
    expect(statuses(await Promise.all([save(ids), save(reversed), save(ids)]))).toEqual([200, 200, 200]);

    const { ids: stored, positions } = await storedOrder();
    expect([ids, reversed]).toContainEqual(stored);
    expect(positions).toEqual(positionsFromZero(stored.length));
  }
});

it('a photo uploaded during a save of its gallery is placed last, or is replaced by the saved list', async () => {
  const image = await aJpeg({ width: 60, height: 40 });
  const ids = idsOf(photos);

  for (let round = 0; round < ROUNDS; round += 1) {
    const upload = admin
      .post('/api/photos/upload')
      .field({ title: 'New', gallery_id: String(gallery.id) })
      .attach('image', image, 'x.jpg');
    const [uploaded, saved] = await Promise.all([upload, save(ids)]);

    expect(statuses([uploaded, saved])).toEqual([201, 200]);
    const { ids: stored, positions } = await storedOrder();
    expect([ids, [...ids, uploaded.body.photo.id]]).toContainEqual(stored);
    expect(positions).toEqual(positionsFromZero(stored.length));
  }
});

it('a photo deleted during a save of its gallery is gone', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const doomed = await createPhoto(api.database);
    const ids = [doomed.id, ...idsOf(photos)];
    // In odd rounds the gallery already has the photo; in even rounds the concurrent save adds it.
    await save(round % 2 ? ids : idsOf(photos)).expect(200);

    const [saved, deleted] = await Promise.all([save([...ids].reverse()), admin.delete(`/api/photos/${doomed.id}`)]);

    expect(deleted.status).toBe(200);
    expect([200, 400]).toContain(saved.status);
    if (saved.status === 400) expect(saved.body.code).toBe('gallery.unknown-photo');
    const left = idsOf(photos);
    expect([left, [...left].reverse()]).toContainEqual((await storedOrder()).ids);
  }
});

it('a photo deleted during an edit is gone', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await createPhoto(api.database);
    const edit = (changes: object) => admin.put(`/api/photos/${id}`).send(changes);

    const [deleted, ...edited] = await Promise.all([
      admin.delete(`/api/photos/${id}`),
      edit({ title: 'New' }),
      edit({ gallery_ids: [gallery.id] }),
    ]);

    expect(deleted.status).toBe(200);
    for (const status of statuses(edited)) expect([200, 404]).toContain(status);
    await admin.get(`/api/photos/${id}`).expect(404);
  }
  expect((await storedOrder()).ids).toEqual(idsOf(photos));
});

it('concurrent changes of the same galleries, by photo and by gallery, do not deadlock', async () => {
  const other = await createGallery(api.database, { slug: 'ebb' });
  const [one, two] = photos as [Photo, Photo];
  const setGalleries = ({ id }: Photo, gallery_ids: number[]) => admin.put(`/api/photos/${id}`).send({ gallery_ids });
  const both = [gallery.id, other.id];

  for (let round = 0; round < ROUNDS; round += 1) {
    const responses = await Promise.all([
      setGalleries(one, both),
      setGalleries(two, [...both].reverse()),
      setGalleries(one, round % 2 ? [] : [other.id]),
      save(idsOf(photos)),
      save([two.id, one.id], other),
    ]);

    expect(statuses(responses)).toEqual([200, 200, 200, 200, 200]);
  }
});

it('galleries and photos deleted concurrently are each deleted once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const doomed = [await createPhoto(api.database), await createPhoto(api.database)];
    const galleries = [
      await createGallery(api.database, { photos: doomed }),
      await createGallery(api.database, { photos: [...doomed].reverse() }),
    ];
    const paths = [...galleries.map(({ id }) => `galleries/${id}`), ...doomed.map(({ id }) => `photos/${id}`)];

    const responses = await Promise.all([...paths, ...paths].map((path) => admin.delete(`/api/${path}`)));

    expect(statuses(responses).sort()).toEqual([200, 200, 200, 200, 404, 404, 404, 404]);
  }
});

const seeds = Array.from({ length: isFullLevel ? 5 : 1 }, (_, index) => index + 1);

it.each(seeds)('random changes to photos, galleries, comments and the trash all end (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  const pick = <T>(values: T[]) => values[Math.floor(random() * values.length)]!;
  const some = (ids: number[]) => {
    const shuffled = ids.map((id) => ({ id, rank: random() })).sort((one, other) => one.rank - other.rank);
    return shuffled.slice(0, 1 + Math.floor(random() * ids.length)).map(({ id }) => id);
  };
  for (let round = 0; round < 5; round += 1) {
    await api.database.query('truncate photos, galleries cascade');
    photos = await Promise.all(Array.from({ length: 8 }, () => createPhoto(api.database)));
    const galleries: Gallery[] = [];
    for (const isActive of [true, true, false]) galleries.push(await createGallery(api.database, { photos, isActive }));
    const comments = await Promise.all(photos.map((photo) => createComment(api.database, photo)));
    const [photo_ids, gallery_ids] = [idsOf(photos), galleries.map(({ id }) => id)];
    const comment_ids = comments.map(({ id }) => id);
    const inTrash = () => ({
      photo_ids: some(photo_ids),
      gallery_ids: some(gallery_ids),
      comment_ids: some(comment_ids),
    });
    const visibility = () => pick(['public', 'unlisted', 'hidden']);
    const changes = [
      () => admin.delete(`/api/galleries/${pick(gallery_ids)}${pick(['', '?publish=true'])}`),
      () => admin.delete(`/api/photos/${pick(photo_ids)}`),
      () => admin.post('/api/photos/batch/delete').send({ photo_ids: some(photo_ids) }),
      () => admin.put('/api/photos/batch').send({ photo_ids: some(photo_ids), visibility: visibility() }),
      () => admin.put('/api/photos/batch').send({ photo_ids: some(photo_ids), add_to_gallery_id: pick(gallery_ids) }),
      () => admin.put(`/api/photos/${pick(photo_ids)}`).send({ visibility: visibility() }),
      () => admin.put(`/api/photos/${pick(photo_ids)}`).send({ gallery_ids: some(gallery_ids) }),
      () => save(some(photo_ids), pick(galleries)),
      () => admin.post('/api/admin/trash/restore').send(inTrash()),
      () => admin.post('/api/admin/trash/delete').send(inTrash()),
      () => admin.post('/api/comments/batch/delete').send({ comment_ids: some(comment_ids) }),
      () => admin.put('/api/comments/batch/approve').send({ comment_ids: some(comment_ids) }),
    ];

    const responses = await Promise.all(Array.from({ length: 30 }, () => pick(changes)()));

    for (const status of statuses(responses)) expect([200, 400, 404]).toContain(status);
  }
});
