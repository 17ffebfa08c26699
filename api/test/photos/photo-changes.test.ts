import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Gallery, Photo } from '@portfolio/database';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photo: Photo;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, galleries cascade');
  photo = await createPhoto(api.database, {
    title: 'Harbour',
    description: 'At low tide.',
    altText: 'Boats on mud.',
    isForSale: true,
    sellingPrice: 12.5,
  });
});

const UNKNOWN_ID = 2_000_000_000;
const save = (changes: object, id = photo.id) => admin.put(`/api/photos/${id}`).send(changes);
const photosIn = async ({ slug }: Gallery) =>
  (await admin.get(`/api/galleries/${slug}`).expect(200)).body.photos.map(({ id }: { id: number }) => id);

describe('updating a photo', () => {
  it('changes the given fields only', async () => {
    const { body } = await save({ title: 'Harbour at night', selling_price: 20.99 }).expect(200);

    expect(body.photo).toMatchObject({
      id: photo.id,
      title: 'Harbour at night',
      description: 'At low tide.',
      alt_text: 'Boats on mud.',
      is_for_sale: true,
      selling_price: 20.99,
      status: 'ready',
      image_url: expect.stringContaining(`/media/${photo.id}/`),
    });
    expect((await api.visitor.get(`/api/photos/${photo.id}`)).body.photo.title).toBe('Harbour at night');
  });

  it('clears fields by null and by blank text', async () => {
    const none = { description: null, alt_text: null, selling_price: null };
    expect((await save(none).expect(200)).body.photo).toMatchObject(none);

    const filled = await save({ description: ' x ', alt_text: 'y' }).expect(200);
    expect(filled.body.photo).toMatchObject({ description: ' x ', alt_text: 'y' });
    const { body } = await save({ description: '', alt_text: ' \n ', is_for_sale: false }).expect(200);
    expect(body.photo).toMatchObject({ description: null, alt_text: null, is_for_sale: false });
  });

  it('sets its focal point, for covers too, and makes another version', async () => {
    await createGallery(api.database, { slug: 'coast', photos: [photo] });
    const { body: before, headers } = await admin.get(`/api/photos/${photo.id}`).expect(200);
    expect(before.photo).toMatchObject({ focus_x: 0.5, focus_y: 0.5 });

    const add = jest.spyOn(api.jobs, 'add');
    const { body } = await save({ focus_x: 0.125, focus_y: 1 }).expect(200);
    expect(body.photo).toMatchObject({ focus_x: 0.125, focus_y: 1, title: 'Harbour' });
    await save({ focus_y: 0.3 }).set('If-Match', headers.etag!).expect(412);
    await save({ focus_y: 0.3 }).expect(200);
    expect(add.mock.calls).toEqual([
      ['photo.refresh', { photoId: photo.id, version: '0.125-1' }],
      ['photo.refresh', { photoId: photo.id, version: '0.125-0.3' }],
    ]);
    add.mockRestore();

    const gallery = await api.visitor.get('/api/galleries/coast').expect(200);
    expect(gallery.body.gallery.preview).toMatchObject({ focus_x: 0.125, focus_y: 0.3 });
  });

  it.each([-0.01, 1.01, '0.5', null])('refuses the focal point %p', async (focus_x) => {
    const { body } = await save({ focus_x }).expect(400);

    expect(body.errors).toEqual({ focus_x: 'focus_x must be a number from 0 to 1' });
  });

  it('sets it hidden, unlisted and public', async () => {
    const seen = async (visibility: string) => {
      expect((await save({ visibility }).expect(200)).body.photo).toMatchObject({ visibility, title: 'Harbour' });
      const { body } = await api.visitor.get('/api/photos').expect(200);
      return [(await api.visitor.get(`/api/photos/${photo.id}`)).status, body.total];
    };

    expect(await seen('hidden')).toEqual([404, 0]);
    expect(await seen('unlisted')).toEqual([200, 0]);
    expect(await seen('public')).toEqual([200, 1]);
  });

  it('changes nothing without fields', async () => {
    const { body: before } = await admin.get(`/api/photos/${photo.id}`);

    expect((await save({}).expect(200)).body).toEqual(before);
  });

  it.each([
    [{ selling_price: 1e9 }, { selling_price: 'Selling price is too high' }],
    [{ gallery_ids: [], gallery_id: null }, { gallery_id: 'Give gallery_ids or gallery_id, not both' }],
    [{ status: 'ready' }, { status: 'status is not a known field' }],
    [{ description: 'a\0b' }, { description: 'Text must not contain a NUL character' }],
  ])('rejects %j', async (changes, errors) => {
    expect((await save({ description: 'New', ...changes }).expect(400)).body.errors).toEqual(errors);
    expect((await admin.get(`/api/photos/${photo.id}`)).body.photo.description).toBe('At low tide.');
  });

  it('is a 404 for an unknown id', async () => {
    expect((await save({ title: 'x' }, UNKNOWN_ID).expect(404)).body.code).toBe('photo.not-found');
    expect((await save({ gallery_ids: [1] }, UNKNOWN_ID).expect(404)).body.code).toBe('photo.not-found');
  });
});

describe('the galleries of a photo', () => {
  let first: Gallery;
  let second: Gallery;
  let other: Photo;
  beforeEach(async () => {
    other = await createPhoto(api.database);
    first = await createGallery(api.database, { title: 'First', photos: [photo, other] });
    second = await createGallery(api.database, { title: 'Second', photos: [other] });
  });

  it('are replaced: it keeps its position, and is appended to new ones', async () => {
    const { body } = await save({ gallery_ids: [second.id, first.id] }).expect(200);

    expect(body.photo).toMatchObject({ gallery_id: first.id, gallery_name: 'First' });
    expect(body.photo.galleries.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second']);
    expect(await photosIn(first)).toEqual([photo.id, other.id]);
    expect(await photosIn(second)).toEqual([other.id, photo.id]);

    expect((await save({ gallery_ids: [] }).expect(200)).body.photo.galleries).toEqual([]);
    expect(await photosIn(first)).toEqual([other.id]);
  });

  it('are one or none with gallery_id', async () => {
    expect((await save({ gallery_id: second.id }).expect(200)).body.photo.galleries).toHaveLength(1);
    expect(await photosIn(first)).toEqual([other.id]);
    expect(await photosIn(second)).toEqual([other.id, photo.id]);

    expect((await save({ gallery_id: null }).expect(200)).body.photo).toMatchObject({
      gallery_id: null,
      galleries: [],
    });
  });

  it('stay without gallery_ids', async () => {
    expect((await save({ title: 'New' }).expect(200)).body.photo.gallery_id).toBe(first.id);
  });

  it('must exist, else nothing changes', async () => {
    const one = await save({ title: 'New', gallery_id: 999_999 }).expect(400);
    const many = await save({ title: 'New', gallery_ids: [second.id, 999_999] }).expect(400);

    const message = 'The selected gallery does not exist any more';
    expect(one.body).toMatchObject({ code: 'photo.unknown-gallery', errors: { gallery_id: message } });
    expect(many.body).toMatchObject({ code: 'photo.unknown-gallery', errors: { gallery_ids: message } });
    expect((await admin.get(`/api/photos/${photo.id}`)).body.photo).toMatchObject({
      title: 'Harbour',
      gallery_id: first.id,
    });
    expect(await photosIn(second)).toEqual([other.id]);
  });
});
