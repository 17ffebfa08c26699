import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Gallery, type Photo } from '@portfolio/database';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const UNKNOWN_ID = 2_000_000_000;

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
  for (const title of ['One', 'Two', 'Three']) photos.push(await createPhoto(api.database, { title }));
  gallery = await createGallery(api.database, { slug: 'slack-water', description: 'Four winters.', photos });
});

const save = (changes: object, id = gallery.id) => admin.put(`/api/galleries/${id}`).send(changes);
const idsOf = (chosen: Photo[]) => chosen.map(({ id }) => id);
const all = () => ({ title: 'Slack Water', slug: 'slack-water', photo_ids: idsOf(photos) });
const shownIn = async (slug: string) =>
  (await admin.get(`/api/galleries/${slug}`).expect(200)).body.photos.map(({ id }: { id: number }) => id);

describe('updating a gallery', () => {
  it('replaces texts and photos, in the order given', async () => {
    const [one, , three] = photos as [Photo, Photo, Photo];
    const four = await createPhoto(api.database);
    const photo_ids = [three.id, four.id, one.id];

    const { body } = await save({ title: 'Ebb', slug: 'ebb', description: 'Five winters.', photo_ids }).expect(200);

    expect(body.gallery).toMatchObject({
      id: gallery.id,
      title: 'Ebb',
      slug: 'ebb',
      description: 'Five winters.',
      is_active: true,
      photo_count: 3,
    });
    expect(body.gallery.preview_image).toContain(`/media/${three.id}/`);
    expect(await shownIn('ebb')).toEqual(photo_ids);
    await admin.get('/api/galleries/slack-water').expect(404);
  });

  it('accepts its unchanged slug, and clears an empty or missing description', async () => {
    expect((await save({ ...all(), description: ' ' }).expect(200)).body.gallery.description).toBeNull();
    await save({ ...all(), description: 'Again.' }).expect(200);
    expect((await save(all()).expect(200)).body.gallery.description).toBeNull();
  });

  it('leaves is_active by default', async () => {
    await save({ ...all(), is_active: false }).expect(200);

    expect((await save(all()).expect(200)).body.gallery.is_active).toBe(false);
  });

  it('saves the layout, and leaves it by default', async () => {
    expect((await save({ ...all(), layout: 'pairs' }).expect(200)).body.gallery.layout).toBe('pairs');

    expect((await save(all()).expect(200)).body.gallery.layout).toBe('pairs');
    expect((await api.visitor.get('/api/galleries/slack-water').expect(200)).body.gallery.layout).toBe('pairs');
  });

  it('changes is_active only', async () => {
    const off = await save({ is_active: false }).expect(200);

    expect(off.body.gallery).toMatchObject({ is_active: false, title: 'Slack Water', description: 'Four winters.' });
    expect(await shownIn('slack-water')).toEqual(idsOf(photos));
    await api.visitor.get('/api/galleries/slack-water').expect(404);
    expect((await save({ is_active: true }).expect(200)).body.gallery.is_active).toBe(true);
    await api.visitor.get('/api/galleries/slack-water').expect(200);
  });

  it.each([
    [{}, { title: 'Title is required' }],
    [{ is_active: null }, { title: 'Title is required' }],
    [{ is_active: 'no' }, { is_active: 'Active must be true or false' }],
    [{ is_active: true, layout: 'wall' }, { title: 'Title is required' }],
    [
      { title: 'A', slug: 'a', photo_ids: [1], layout: 'pile' },
      { layout: 'layout must be one of masonry, wall, column, grid, pairs' },
    ],
    [{ is_active: true, description: 'x' }, { title: 'Title is required' }],
  ])('rejects %j', async (changes, errors) => {
    const { body } = await save(changes).expect(400);

    expect(body.errors).toMatchObject(errors);
    expect(await shownIn('slack-water')).toEqual(idsOf(photos));
  });

  it('rejects a taken slug and an unknown photo, and changes nothing', async () => {
    await createGallery(api.database, { slug: 'taken' });

    const taken = await save({ ...all(), title: 'New', slug: 'taken', photo_ids: [photos[0]!.id] }).expect(409);
    const gone = await save({ ...all(), title: 'New', photo_ids: [photos[0]!.id, 2_147_483_647] }).expect(400);

    expect(taken.body).toMatchObject({
      code: 'gallery.slug-taken',
      errors: { slug: 'URL Identifier is already in use' },
    });
    expect(gone.body).toMatchObject({
      code: 'gallery.unknown-photo',
      errors: { photo_ids: 'One of the selected photos does not exist any more' },
    });
    expect(await shownIn('slack-water')).toEqual(idsOf(photos));
    expect((await admin.get('/api/galleries/slack-water')).body.gallery.title).toBe('Slack Water');
  });

  it('is a 404 without the gallery', async () => {
    expect((await save({ is_active: true }, UNKNOWN_ID).expect(404)).body.message).toBe('Gallery not found');
  });

  it('needs the administrator', async () => {
    await api.visitor.put(`/api/galleries/${gallery.id}`).send({ is_active: false }).expect(401);
    await api.visitor.delete(`/api/galleries/${gallery.id}`).expect(401);
  });
});

describe('deleting a gallery', () => {
  it('does not delete its photos, and frees its slug', async () => {
    const { body } = await admin.delete(`/api/galleries/${gallery.id}`).expect(200);

    expect(body).toEqual({ message: 'Gallery deleted successfully' });
    await admin.get('/api/galleries/slack-water').expect(404);
    const { body: list } = await api.visitor.get('/api/photos').expect(200);
    expect(list.photos.map(({ galleries }: { galleries: [] }) => galleries)).toEqual([[], [], []]);
    await admin.post('/api/galleries').send(all()).expect(201);
  });

  it('is a 404 where there is none', async () => {
    await admin.delete(`/api/galleries/${gallery.id}`).expect(200);

    expect((await admin.delete(`/api/galleries/${gallery.id}`).expect(404)).body.code).toBe('gallery.not-found');
  });

  it('rejects invalid values of publish', async () => {
    const { body } = await admin.delete(`/api/galleries/${gallery.id}?publish=perhaps`).expect(400);

    expect(body.errors).toEqual({ publish: 'publish must be true or false' });
    await admin.get('/api/galleries/slack-water').expect(200);
  });
});

it('deleting the last photo leaves an empty gallery', async () => {
  for (const { id } of photos) await admin.delete(`/api/photos/${id}`).expect(200);

  const { body } = await api.visitor.get('/api/galleries/slack-water').expect(200);
  expect(body).toMatchObject({ gallery: { photo_count: 0, preview_image: null }, photos: [], total: 0 });
});

describe('the photos of a gallery', () => {
  it('are complete by default', async () => {
    const { body } = await api.visitor.get('/api/galleries/slack-water').expect(200);

    expect(body).toMatchObject({ next_cursor: null, total: 3 });
    expect(body.photos).toHaveLength(3);
  });

  it('are paged in their order', async () => {
    const [one, two, three] = idsOf(photos);
    await save({ ...all(), photo_ids: [two, three, one] }).expect(200);
    const page = async (query: string) => (await api.visitor.get(`/api/galleries/slack-water?${query}`)).body;

    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${first.next_cursor}`);

    expect(first.photos.map(({ id }: { id: number }) => id)).toEqual([two, three]);
    expect(second.photos.map(({ id }: { id: number }) => id)).toEqual([one]);
    expect(first.total).toBe(3);
    expect(second).toMatchObject({ next_cursor: null, total: 3 });
    expect(await page('limit=3')).toMatchObject({ next_cursor: null });
  });

  it('have cursors that do not count hidden photos, and start anew when the last photo has left', async () => {
    const [one, two, three] = idsOf(photos);
    await admin.put(`/api/photos/${one}`).send({ visibility: 'hidden' }).expect(200);
    const page = async (query: string) => (await api.visitor.get(`/api/galleries/slack-water?${query}`)).body;

    const { next_cursor: cursor } = await page('limit=1');

    expect(Buffer.from(cursor, 'base64url').toString()).toMatch(new RegExp(`^[a-z-]+\\d+:${two}$`));
    expect(idsOf((await page(`cursor=${cursor}`)).photos)).toEqual([three]);
    await admin.put(`/api/photos/${two}`).send({ gallery_ids: [] }).expect(200);
    expect(idsOf((await page(`cursor=${cursor}`)).photos)).toEqual([three]);
    await admin.put(`/api/photos/${one}`).send({ visibility: 'public' }).expect(200);
    expect(idsOf((await page(`cursor=${cursor}`)).photos)).toEqual([one, three]);
  });

  it('reject cursors of other galleries, and a limit of 0', async () => {
    const other = await createGallery(api.database, { photos });
    const { body: own } = await api.visitor.get('/api/galleries/slack-water?limit=1').expect(200);

    const refused = await api.visitor.get(`/api/galleries/${other.slug}?cursor=${own.next_cursor}`).expect(400);

    expect(refused.body.errors).toEqual({ cursor: 'cursor is not one that this list gave' });
    await api.visitor.get('/api/galleries/slack-water?limit=0').expect(400);
  });
});
