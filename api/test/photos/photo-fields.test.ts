import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS, type PhotoView, type SavedPhotosView } from '@portfolio/contracts';
import { Photo } from '@portfolio/database';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let ids: number[];
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, galleries cascade');
  ids = [];
  for (const title of ['Harbour', 'Groyne', 'Ebb']) ids.push((await createPhoto(api.database, { title })).id);
});

const UNKNOWN_ID = 2_000_000_000;
const save = (photos: unknown) => admin.put('/api/photos/batch/fields').send({ photos });
const saved = async (photos: object[]): Promise<SavedPhotosView> => (await save(photos).expect(200)).body;
const read = async (id: number): Promise<PhotoView> => (await admin.get(`/api/photos/${id}`).expect(200)).body.photo;
const list = async (query: string, client = admin) => {
  const { body } = await client.get(`/api/photos?${query}`).expect(200);
  return { titles: body.photos.map(({ title }: PhotoView) => title), total: body.total };
};

describe('saving different fields of several photos', () => {
  it('sets the given fields of each, and leaves the others', async () => {
    const { photos, failures } = await saved([
      { id: ids[0], title: 'Harbour at dawn', alt_text: 'Boats', selling_price: 120.5, is_for_sale: true },
      { id: ids[1], description: 'Wood and stone.', selling_price: null },
    ]);

    expect(failures).toEqual([]);
    const first = { title: 'Harbour at dawn', alt_text: 'Boats', selling_price: 120.5, is_for_sale: true };
    expect(photos).toMatchObject([
      { id: ids[0], ...first },
      { id: ids[1], title: 'Groyne', description: 'Wood and stone.', selling_price: null },
    ]);
    expect(await read(ids[0]!)).toMatchObject(first);
    expect((await api.visitor.get(`/api/photos/${ids[0]}`)).body.photo).toMatchObject(first);
    expect(await read(ids[2]!)).toMatchObject({ title: 'Ebb', selling_price: null });
  });

  it('empties a text with an empty one', async () => {
    await saved([{ id: ids[0], alt_text: 'Boats', description: 'Dawn' }]);

    await saved([{ id: ids[0], alt_text: '', description: null }]);

    expect(await read(ids[0]!)).toMatchObject({ alt_text: null, description: null });
  });

  it('saves photos of the current version, and returns the current state of outdated ones', async () => {
    const { version } = await read(ids[0]!);
    const { headers } = await admin.get(`/api/photos/${ids[0]}`);
    expect(version).toBe(headers['etag']);
    await admin.put(`/api/photos/${ids[0]}`).send({ description: 'From elsewhere' }).expect(200);

    const { photos, failures } = await saved([
      { id: ids[0], version, title: 'Too late' },
      { id: ids[1], version: (await read(ids[1]!)).version, title: 'In time' },
      { id: UNKNOWN_ID, title: 'Nowhere' },
    ]);

    expect(photos).toMatchObject([{ id: ids[1], title: 'In time' }]);
    const outdated = await read(ids[0]!);
    expect(outdated).toMatchObject({ title: 'Harbour', description: 'From elsewhere' });
    expect(failures).toMatchObject([
      { id: ids[0], code: 'request.outdated', current: { title: 'Harbour', version: outdated.version } },
      { id: UNKNOWN_ID, code: 'photo.not-found', message: 'Photo not found', current: null },
    ]);
    expect((await saved([{ id: ids[0], version: outdated.version, title: 'Now' }])).photos).toMatchObject([
      { title: 'Now' },
    ]);
  });

  it.each([undefined, null])('saves over any version with version %s', async (version) => {
    expect((await saved([{ id: ids[0], version, title: 'Anyway' }])).photos).toMatchObject([{ title: 'Anyway' }]);
  });

  it('gives visitors no version', async () => {
    expect((await api.visitor.get(`/api/photos/${ids[0]}`)).body.photo).not.toHaveProperty('version');
  });

  it('leaves photos in the trash', async () => {
    await admin.delete(`/api/photos/${ids[0]}`).expect(200);

    expect((await saved([{ id: ids[0], title: 'Back' }])).failures).toMatchObject([{ code: 'photo.not-found' }]);
  });

  it('marks changed texts as no longer those of the file', async () => {
    await api.database.getRepository(Photo).update(ids[0]!, { fromFile: ['title', 'alt_text'] });

    const { photos } = await saved([{ id: ids[0], alt_text: 'Boats' }]);

    expect(photos[0]!.upload!.from_file).toEqual(['title']);
  });

  it('saves as many as the limit', async () => {
    const many = Array.from({ length: LIMITS.batch - 1 }, (_, index) => ({ id: UNKNOWN_ID + index, title: 'x' }));

    expect((await saved([{ id: ids[0], title: 'First' }, ...many])).failures).toHaveLength(LIMITS.batch - 1);
  });

  it.each([
    [undefined, 'Give at least one photo'],
    ['x', 'Give at least one photo'],
    [[], 'Give at least one photo'],
    [[null], 'One of the photos is not valid'],
    [['x'], 'One of the photos is not valid'],
    [[{ title: 'No id' }], 'One of the photos is not valid'],
    [[{ id: '1', title: 'x' }], 'One of the photos is not valid'],
    [[{ id: 1 }, { id: 1 }], 'A photo can be changed only once'],
    [[{ id: 2 }, { id: 1, title: ' ' }], 'Title is required'],
    [[{ id: 1, title: null }], 'Title is required'],
    [[{ id: 1, title: 'x'.repeat(256) }], 'Title is too long'],
    [[{ id: 1, alt_text: 'x'.repeat(1001) }], 'Alt text is too long'],
    [[{ id: 1, selling_price: -1 }], 'Selling price must be 0 or more'],
    [[{ id: 1, selling_price: '5' }], 'Selling price must be a number with at most 2 decimals'],
    [[{ id: 1, is_for_sale: null }], 'For sale must be true or false'],
    [[{ id: 1, visibility: 'hidden' }], 'visibility is not a known field'],
    [[{ id: 1, version: 7 }], 'version must be text'],
    [Array.from({ length: LIMITS.batch + 1 }, (_, id) => ({ id })), 'At most 500 photos can be changed at once'],
  ])('rejects %j', async (photos, message) => {
    const { body } = await save(photos).expect(400);

    expect(body).toMatchObject({ code: 'request.invalid', errors: { photos: message } });
  });

  it('saves nothing with one invalid photo', async () => {
    await save([
      { id: ids[0], title: 'Valid' },
      { id: ids[1], title: '' },
    ]).expect(400);

    expect(await read(ids[0]!)).toMatchObject({ title: 'Harbour' });
  });
});

describe('photos without a text', () => {
  it('are found by their alt text, and counted', async () => {
    await saved([{ id: ids[0], alt_text: 'Boats' }]);
    expect(await list('missing=alt_text')).toEqual({ titles: ['Ebb', 'Groyne'], total: 2 });

    await saved([
      { id: ids[0], alt_text: '' },
      { id: ids[1], alt_text: 'Wood' },
    ]);

    expect(await list('missing=alt_text')).toEqual({ titles: ['Ebb', 'Harbour'], total: 2 });
    expect(await list('missing=alt_text&search=harb')).toEqual({ titles: ['Harbour'], total: 1 });
    await admin.delete(`/api/photos/${ids[0]}`).expect(200);
    expect(await list('missing=alt_text')).toEqual({ titles: ['Ebb'], total: 1 });
  });

  it.each([
    ['IMG_1234', 'IMG_1234.JPG', true],
    ['North ridge 02', 'north_ridge-02.JPG', true],
    ['north_ridge-02.JPG', 'north_ridge-02.JPG', true],
    ['Untitled', '_.png', true],
    ['Untitled', null, true],
    ['Ridge', 'north_ridge-02.JPG', false],
    ['Ridge', null, false],
  ])('are found by the title %s of the file %s: %s', async (title, fileName, isMissing) => {
    await api.database.query('truncate photos cascade');
    await createPhoto(api.database, { title, fileName });

    const found = { titles: isMissing ? [title] : [], total: isMissing ? 1 : 0 };
    expect(await list('missing=title')).toEqual(found);
  });

  it('are all photos for visitors, and an unknown text is refused', async () => {
    expect((await list('missing=title', api.visitor)).total).toBe(3);
    const { body } = await admin.get('/api/photos?missing=price').expect(400);
    expect(body.errors).toEqual({ missing: 'missing must be one of alt_text, title' });
  });
});

describe('removing several photos from a gallery', () => {
  const remove = (photo_ids: number[], remove_from_gallery_id: unknown, more: object = {}) =>
    admin.put('/api/photos/batch').send({ photo_ids, remove_from_gallery_id, ...more });
  const all = () => api.database.getRepository(Photo).find({ order: { id: 'ASC' } });

  it('leaves the photos and their other galleries', async () => {
    const photos = await all();
    const [one, other] = [
      await createGallery(api.database, { photos }),
      await createGallery(api.database, { photos: [photos[0]!] }),
    ];

    expect((await remove([ids[0]!, ids[2]!, UNKNOWN_ID], one.id).expect(200)).body.count).toBe(2);

    const galleriesOf = async (id: number) => (await read(id)).galleries.map((gallery) => gallery.id);
    expect(await Promise.all(ids.map(galleriesOf))).toEqual([[other.id], [one.id], []]);
  });

  it('publishes no photo of an inactive gallery, unless a visibility is given', async () => {
    const hidden = await createGallery(api.database, { photos: await all(), isActive: false });

    await remove([ids[0]!], hidden.id).expect(200);
    await remove([ids[1]!], hidden.id, { visibility: 'public' }).expect(200);

    expect((await read(ids[0]!)).visibility).toBe('hidden');
    await api.visitor.get(`/api/photos/${ids[1]}`).expect(200);
  });

  it('refuses an unknown gallery', async () => {
    const { body } = await remove(ids, UNKNOWN_ID).expect(400);

    expect(body).toMatchObject({
      code: 'photo.unknown-gallery',
      errors: { remove_from_gallery_id: expect.any(String) },
    });
    expect((await remove(ids, null).expect(400)).body.errors).toEqual({
      remove_from_gallery_id: 'Gallery is not valid',
    });
  });
});
