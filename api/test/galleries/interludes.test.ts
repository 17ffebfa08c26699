import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InterludeView } from '@portfolio/contracts';
import type { Gallery, Photo } from '@portfolio/database';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photos: Photo[];
let ids: number[];
let gallery: Gallery;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, galleries cascade');
  photos = [];
  for (const title of ['One', 'Two', 'Three', 'Four']) photos.push(await createPhoto(api.database, { title }));
  ids = photos.map(({ id }) => id);
  gallery = await createGallery(api.database, { slug: 'tides', photos });
});

const FIELDS = 'A text between photos needs the fields before (id or null) and text (text or null)';
const save = (changes: object) =>
  admin.put(`/api/galleries/${gallery.id}`).send({ title: 'Tides', slug: 'tides', photo_ids: ids, ...changes });
const before = (index: number, text: string | null): InterludeView => ({ before: ids[index]!, text });
const atEnd = (text: string): InterludeView => ({ before: null, text });
const seenBy = async (viewer: 'visitor' | 'administrator', query = '') => {
  const client = viewer === 'visitor' ? api.visitor : admin;
  return (await client.get(`/api/galleries/tides${query}`).expect(200)).body;
};
const shown = async (viewer: 'visitor' | 'administrator' = 'visitor') => (await seenBy(viewer)).interludes;

describe('texts and pauses between photos', () => {
  it('are saved with a gallery, in order, and left by default', async () => {
    const interludes = [before(1, 'Winter'), before(1, null), before(3, 'Spring')];

    await save({ interludes }).expect(200);
    expect(await shown()).toEqual(interludes);
    await save({}).expect(200);
    expect(await shown()).toEqual(interludes);
    await save({ interludes: [] }).expect(200);
    expect(await shown()).toEqual([]);
  });

  it('are saved with a new gallery', async () => {
    const interludes = [before(2, 'Winter')];

    await admin.post('/api/galleries').send({ title: 'Ebb', slug: 'ebb', photo_ids: ids, interludes }).expect(201);

    expect((await api.visitor.get('/api/galleries/ebb').expect(200)).body.interludes).toEqual(interludes);
  });

  it('are shown to visitors between published photos only', async () => {
    const interludes = [before(0, 'First'), before(1, 'Winter'), before(3, 'Spring'), atEnd('Last')];
    await save({ interludes }).expect(200);

    expect(await shown()).toEqual([before(1, 'Winter'), before(3, 'Spring')]);
    expect(await shown('administrator')).toEqual(interludes);
    await admin.put(`/api/photos/${ids[0]}`).send({ visibility: 'hidden' }).expect(200);
    expect(await shown()).toEqual([before(3, 'Spring')]);
    await admin.put(`/api/photos/${ids[3]}`).send({ visibility: 'unlisted' }).expect(200);
    expect(await shown()).toEqual([]);
  });

  it('stay in place when the photo after them is hidden, deleted or removed', async () => {
    await save({ interludes: [before(1, 'Winter')] }).expect(200);

    await admin.put(`/api/photos/${ids[1]}`).send({ visibility: 'hidden' }).expect(200);
    expect(await shown()).toEqual([before(2, 'Winter')]);
    await admin.delete(`/api/photos/${ids[1]}`).expect(200);
    expect(await shown()).toEqual([before(2, 'Winter')]);
    await save({ photo_ids: [ids[3], ids[0]] }).expect(200);
    expect(await shown('administrator')).toEqual([before(3, 'Winter')]);
    await save({ photo_ids: [ids[0], ids[3]] }).expect(200);
    expect(await shown()).toEqual([before(3, 'Winter')]);
  });

  it('stay before photos that are added after the last ones were deleted', async () => {
    await save({ interludes: [before(3, 'Winter')] }).expect(200);
    for (const id of ids.slice(2)) await admin.delete(`/api/photos/${id}`).expect(200);

    const added = [await createPhoto(api.database), await createPhoto(api.database)];
    for (const { id } of added)
      await admin
        .put(`/api/photos/${id}`)
        .send({ gallery_ids: [gallery.id] })
        .expect(200);

    expect(await shown()).toEqual([{ before: added[0]!.id, text: 'Winter' }]);
  });

  it('stay in place when photos are sorted by themselves', async () => {
    await save({ interludes: [before(2, 'Winter')] }).expect(200);

    await admin
      .put(`/api/galleries/${gallery.id}/order`)
      .send({ photo_ids: [ids[3], ids[0]] })
      .expect(200);

    expect((await seenBy('visitor')).photos.map(({ id }: Photo) => id)).toEqual([ids[3], ids[1], ids[2], ids[0]]);
    expect(await shown()).toEqual([before(2, 'Winter')]);
  });

  it('are on the page of the photo after them', async () => {
    await save({ interludes: [before(1, 'Winter'), before(2, null), atEnd('Last')] }).expect(200);

    const first = await seenBy('administrator', '?limit=2');
    const second = await seenBy('administrator', `?limit=2&cursor=${first.next_cursor}`);

    expect(first.interludes).toEqual([before(1, 'Winter')]);
    expect(second.interludes).toEqual([before(2, null), atEnd('Last')]);
  });

  it('change the version of the gallery', async () => {
    const version = async () => (await admin.get('/api/galleries/tides')).headers['etag'] ?? '';
    const first = await version();

    await save({ interludes: [before(1, 'Winter')] }).expect(200);

    expect(await version()).not.toBe(first);
    const { body } = await save({}).set('if-match', first).expect(412);
    expect(body.current).toMatchObject({ photo_ids: ids, interludes: [before(1, 'Winter')] });
  });

  it.each([
    ['no list', 'Winter', 'interludes must be a list'],
    ['a blank text', [{ before: null, text: ' ' }], 'A text between photos has 1 to 5000 characters'],
    ['a long text', [{ before: null, text: 'x'.repeat(5001) }], 'A text between photos has 1 to 5000 characters'],
    ['no place', [{ text: 'Winter' }], FIELDS],
    ['an invalid place', [{ before: 0, text: 'Winter' }], FIELDS],
    ['another field', [{ before: null, text: null, id: 1 }], FIELDS],
    ['a NUL character', [{ before: null, text: 'a\0b' }], 'Text must not contain a NUL character'],
    ['too many', Array(501).fill({ before: null, text: null }), 'There are too many texts in the gallery'],
  ])('are rejected: %s', async (_, interludes, message) => {
    const { body } = await save({ interludes }).expect(400);

    expect(body.errors).toEqual({ interludes: message });
    expect(await shown('administrator')).toEqual([]);
  });
});
