import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS, type KnownPhotoView } from '@portfolio/contracts';
import { Comment, GalleryPhoto, type Gallery, type Photo } from '@portfolio/database';
import { aJpeg, createComment, createGallery, createMessage, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photos: Photo[];
let ids: number[];
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, galleries, messages cascade');
  photos = [];
  for (const title of ['Harbour', 'Groyne', 'Ebb', 'Flood']) photos.push(await createPhoto(api.database, { title }));
  ids = photos.map(({ id }) => id);
});

const UNKNOWN_ID = 2_000_000_000;
const change = (photo_ids: unknown, changes: object) => admin.put('/api/photos/batch').send({ photo_ids, ...changes });
const remove = (photo_ids: unknown) => admin.post('/api/photos/batch/delete').send({ photo_ids });
const photosIn = async ({ slug }: Gallery) =>
  (await admin.get(`/api/galleries/${slug}`).expect(200)).body.photos.map(({ id }: { id: number }) => id);
/** Oldest first. */
const forSale = async () =>
  (await admin.get('/api/photos?for_sale=true').expect(200)).body.photos.map(({ id }: { id: number }) => id).reverse();

describe('changing several photos', () => {
  it('sets the sale flag, and leaves other photos', async () => {
    const { body } = await change(ids.slice(0, 3), { is_for_sale: true }).expect(200);

    expect(body).toEqual({ count: 3, message: '3 photos changed' });
    expect(await forSale()).toEqual(ids.slice(0, 3));
    expect((await api.visitor.get(`/api/photos/${ids[0]}`)).body.photo.is_for_sale).toBe(true);

    const one = await change([ids[1]], { is_for_sale: false }).expect(200);
    expect(one.body).toEqual({ count: 1, message: '1 photo changed' });
    expect(await forSale()).toEqual([ids[0], ids[2]]);
  });

  it('appends them to a gallery in the order given, and keeps existing positions', async () => {
    const gallery = await createGallery(api.database, { photos: [photos[2]!, photos[0]!] });
    const other = await createGallery(api.database, { photos: [photos[3]!] });
    const [harbour, groyne, ebb, flood] = ids;

    const { body } = await change([flood, ebb, groyne], { add_to_gallery_id: gallery.id }).expect(200);

    expect(body.count).toBe(3);
    expect(await photosIn(gallery)).toEqual([ebb, harbour, flood, groyne]);
    expect(await photosIn(other)).toEqual([flood]);
    await change([groyne, flood], { add_to_gallery_id: gallery.id }).expect(200);
    expect(await photosIn(gallery)).toEqual([ebb, harbour, flood, groyne]);
  });

  it('sets flag and gallery together', async () => {
    const gallery = await createGallery(api.database);

    await change(ids, { is_for_sale: true, add_to_gallery_id: gallery.id }).expect(200);

    expect(await forSale()).toEqual(ids);
    expect(await photosIn(gallery)).toEqual(ids);
  });

  it('hides them by an inactive gallery, and shows them by an active one', async () => {
    const hidden = await createGallery(api.database, { isActive: false });
    const shown = await createGallery(api.database);
    const total = async () => (await api.visitor.get('/api/photos').expect(200)).body.total;

    await change(ids.slice(1), { add_to_gallery_id: hidden.id }).expect(200);
    expect(await total()).toBe(1);
    await api.visitor.get(`/api/photos/${ids[1]}`).expect(404);

    await change(ids.slice(2), { add_to_gallery_id: shown.id }).expect(200);
    expect(await total()).toBe(3);
    await api.visitor.get(`/api/photos/${ids[2]}`).expect(200);
  });

  it('sets the visibility, and leaves other photos', async () => {
    const total = async () => (await api.visitor.get('/api/photos').expect(200)).body.total;

    await change(ids.slice(2), { visibility: 'hidden' }).expect(200);
    expect(await total()).toBe(2);
    await api.visitor.get(`/api/photos/${ids[2]}`).expect(404);

    await change(ids.slice(2), { visibility: 'unlisted' }).expect(200);
    expect(await total()).toBe(2);
    await api.visitor.get(`/api/photos/${ids[2]}`).expect(200);

    await change(ids.slice(3), { visibility: 'public' }).expect(200);
    expect(await total()).toBe(3);
  });

  it('ignores missing ids', async () => {
    const gallery = await createGallery(api.database);

    const { body } = await change([UNKNOWN_ID, ids[1], ids[0]], { add_to_gallery_id: gallery.id }).expect(200);

    expect(body).toEqual({ count: 2, message: '2 photos changed' });
    expect(await photosIn(gallery)).toEqual([ids[1], ids[0]]);
    const none = await change([UNKNOWN_ID], { is_for_sale: true }).expect(200);
    expect(none.body).toEqual({ count: 0, message: '0 photos changed' });
  });

  it('changes nothing with an unknown gallery', async () => {
    const { body } = await change(ids, { is_for_sale: true, add_to_gallery_id: UNKNOWN_ID }).expect(400);

    const message = 'The selected gallery does not exist any more';
    expect(body).toMatchObject({ code: 'photo.unknown-gallery', message, errors: { add_to_gallery_id: message } });
    expect(await forSale()).toEqual([]);
  });

  it('names the unknown one of two galleries', async () => {
    const { id } = await createGallery(api.database);
    const fieldsOf = async (added: number, left: number) => {
      const { body } = await change(ids, { add_to_gallery_id: added, remove_from_gallery_id: left }).expect(400);
      return Object.keys(body.errors);
    };

    expect(await fieldsOf(id, UNKNOWN_ID)).toEqual(['remove_from_gallery_id']);
    expect(await fieldsOf(UNKNOWN_ID, id)).toEqual(['add_to_gallery_id']);
  });

  it.each([
    [
      {},
      {
        is_for_sale: 'Give is_for_sale, visibility, add_to_gallery_id, remove_from_gallery_id, add_tags or remove_tags',
      },
    ],
    [{ is_for_sale: null }, { is_for_sale: 'For sale must be true or false' }],
    [{ is_for_sale: 'true' }, { is_for_sale: 'For sale must be true or false' }],
    [{ visibility: 'secret' }, { visibility: 'Visibility must be public, unlisted or hidden' }],
    [{ add_to_gallery_id: null }, { add_to_gallery_id: 'Gallery is not valid' }],
    [{ add_to_gallery_id: 0 }, { add_to_gallery_id: 'Gallery is not valid' }],
    [{ is_for_sale: true, selling_price: 5 }, { selling_price: 'selling_price is not a known field' }],
  ])('rejects %j', async (changes, errors) => {
    const { body } = await change(ids, changes).expect(400);

    expect(body).toMatchObject({ code: 'request.invalid', message: Object.values(errors)[0], errors });
    expect(await forSale()).toEqual([]);
  });

  it('rejects invalid ids, also for a deletion', async () => {
    for (const request of [change([1, 1], { is_for_sale: true }), remove([1, 1])]) {
      expect((await request.expect(400)).body.errors).toEqual({ photo_ids: 'One of the selected photos is not valid' });
    }
  });

  it('accepts ids up to the limit', async () => {
    const many = [...ids, ...Array.from({ length: LIMITS.batch - ids.length }, (_, index) => UNKNOWN_ID + index)];

    expect((await change(many, { is_for_sale: true }).expect(200)).body.count).toBe(ids.length);
    expect((await remove(many).expect(200)).body.count).toBe(ids.length);
  });
});

describe('deleting several photos', () => {
  it('takes comments and positions along, and leaves the files to the trash', async () => {
    const gallery = await createGallery(api.database, { photos });
    for (const photo of photos) await createComment(api.database, photo);
    const inquiry = await createMessage(api.database, { photoId: ids[0]! });
    const before = await api.jobs.counts();

    const { body } = await remove([...ids.slice(0, 3), UNKNOWN_ID]).expect(200);

    expect(body).toEqual({ count: 3, message: '3 photos deleted' });
    expect(await photosIn(gallery)).toEqual([ids[3]]);
    expect(await api.database.getRepository(Comment).count()).toBe(1);
    expect(await api.database.getRepository(GalleryPhoto).count()).toBe(1);
    await api.visitor.get(`/api/photos/${ids[0]}`).expect(410);
    expect(await api.jobs.counts()).toEqual(before);
    const { body: inbox } = await admin.get('/api/admin/messages').expect(200);
    expect(inbox.messages).toMatchObject([{ id: inquiry.id, photo: null }]);
  });

  it('deletes each once', async () => {
    await remove(ids.slice(0, 1)).expect(200);
    const before = await api.jobs.counts();

    expect((await remove(ids.slice(0, 1)).expect(200)).body).toEqual({ count: 0, message: '0 photos deleted' });
    expect(await api.jobs.counts()).toEqual(before);
  });

  it('does not take `batch` for an id', async () => {
    for (const request of [
      admin.get('/api/photos/batch'),
      admin.delete('/api/photos/batch'),
      admin.post('/api/photos/batch/retry'),
    ]) {
      expect((await request.expect(404)).body.code).toBe('photo.not-found');
    }
  });
});

describe('known files', () => {
  const NEVER = 'f'.repeat(64);
  const find = (content_hashes: unknown) => admin.post('/api/photos/known').send({ content_hashes });
  const hashOf = (index: number) => photos[index]!.contentHash;

  it('are found by content, with the latest photo of each', async () => {
    const again = await createPhoto(api.database, { title: 'Harbour again', contentHash: hashOf(0), status: 'failed' });
    const gallery = await createGallery(api.database, { photos: [photos[1]!], isActive: false });

    const { body } = await find([hashOf(1), NEVER, hashOf(0), hashOf(0)]).expect(200);

    const known = (body.known as KnownPhotoView[]).sort((one, other) => one.photo.id - other.photo.id);
    expect(known).toEqual([
      { content_hash: hashOf(1), photo: expect.objectContaining({ id: ids[1], gallery_id: gallery.id }) },
      { content_hash: hashOf(0), photo: expect.objectContaining({ id: again.id, title: 'Harbour again' }) },
    ]);
    // Addresses of hidden photos have tickets.
    expect(known[0]!.photo.image_url).toContain('ticket=');
  });

  it('are none for unknown hashes', async () => {
    expect((await find([NEVER]).expect(200)).body).toEqual({ known: [] });
  });

  it('are found by the SHA-256 of the file', async () => {
    const image = await aJpeg({ width: 60, height: 40 });
    const { body } = await admin.post('/api/photos/upload').field('title', 'New').attach('image', image, 'x.jpg');

    const { known } = (await find([createHash('sha256').update(image).digest('hex')]).expect(200)).body;

    expect(known.map(({ photo }: KnownPhotoView) => photo.id)).toEqual([body.photo.id]);
  });

  it('reject an invalid hash', async () => {
    expect((await find(['f']).expect(400)).body.errors).toEqual({
      content_hashes: 'A content hash is 64 hexadecimal digits',
    });
  });
});
