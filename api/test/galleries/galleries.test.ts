import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Gallery } from '@portfolio/database';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos, galleries cascade'));

const create = (gallery: object) => admin.post('/api/galleries').send(gallery);

describe('creating a gallery', () => {
  it('stores the order, with the first photo as cover', async () => {
    const [one, two, three] = [
      await createPhoto(api.database),
      await createPhoto(api.database),
      await createPhoto(api.database),
    ];
    const photo_ids = [three.id, one.id, two.id];

    const { body } = await create({
      title: 'Slack Water',
      slug: 'slack-water',
      description: 'Four winters.',
      photo_ids,
    }).expect(201);

    expect(body.gallery).toMatchObject({ title: 'Slack Water', slug: 'slack-water', is_active: true, photo_count: 3 });
    expect(body.gallery.preview_image).toBe(`/media/${three.id}/${three.version}/640.jpeg`);
    const detail = await api.visitor.get('/api/galleries/slack-water').expect(200);
    expect(detail.body.photos.map(({ id }: { id: number }) => id)).toEqual(photo_ids);
    expect(detail.body.gallery.photoCount).toBe(3);
  });

  it('rejects a photo that is in it twice', async () => {
    const { body } = await create({ title: 'A', slug: 'a', photo_ids: [1, 1] }).expect(400);

    expect(body.errors).toEqual({ photo_ids: 'A photo can be in a gallery only once' });
    expect(await api.database.getRepository(Gallery).count()).toBe(0);
  });

  it('rejects a taken slug and an unknown photo at their fields', async () => {
    const photo = await createPhoto(api.database);
    await createGallery(api.database, { slug: 'taken' });

    const taken = await create({ title: 'A', slug: 'taken', photo_ids: [photo.id] }).expect(409);
    const gone = await create({ title: 'A', slug: 'free', photo_ids: [photo.id, 999] }).expect(400);

    expect(taken.body).toMatchObject({
      message: 'URL Identifier is already in use',
      errors: { slug: 'URL Identifier is already in use' },
    });
    expect(Object.keys(gone.body.errors)).toEqual(['photo_ids']);
    expect(await api.database.getRepository(Gallery).count()).toBe(1);
  });

  it('needs the administrator', async () => {
    await api.visitor
      .post('/api/galleries')
      .send({ title: 'A', slug: 'a', photo_ids: [1] })
      .expect(401);
  });
});

describe('galleries', () => {
  it('are paged, newest first', async () => {
    for (const slug of ['one', 'two', 'three']) await createGallery(api.database, { slug });

    const first = await api.visitor.get('/api/galleries?limit=2').expect(200);
    const second = await api.visitor.get(`/api/galleries?limit=2&cursor=${first.body.next_cursor}`).expect(200);

    expect([...first.body.galleries, ...second.body.galleries].map(({ slug }) => slug)).toEqual([
      'three',
      'two',
      'one',
    ]);
    expect(second.body).toMatchObject({ next_cursor: null, total: 3 });
  });

  it('are filtered by status for the administrator', async () => {
    await createGallery(api.database, { slug: 'on' });
    await createGallery(api.database, { slug: 'off', isActive: false });
    const slugs = async (query: string) =>
      (await admin.get(`/api/galleries${query}`)).body.galleries.map(({ slug }: Gallery) => slug);

    expect(await slugs('')).toEqual(['off', 'on']);
    expect(await slugs('?status=active')).toEqual(['on']);
    expect(await slugs('?status=inactive')).toEqual(['off']);
    await admin.get('/api/galleries?status=hidden').expect(400);
  });

  it.each(['nothing', 'UPPER', '%00', 'a b', "x'--"])('are a 404 for the slug %s', async (slug) => {
    const { body } = await api.visitor.get(`/api/galleries/${slug}`).expect(404);

    expect(body.message).toBe('Gallery not found');
  });

  it('may have no photos', async () => {
    await createGallery(api.database, { slug: 'empty' });

    const { body } = await api.visitor.get('/api/galleries/empty').expect(200);

    expect(body).toMatchObject({ gallery: { photo_count: 0, preview_image: null, preview: null }, photos: [] });
  });
});

describe('the next gallery', () => {
  const nextOf = async (slug: string, agent: { get: TestApi['visitor']['get'] } = api.visitor) =>
    (await agent.get(`/api/galleries/${slug}/next`).expect(200)).body.gallery;

  /** In the order of the list, which is the newest first. */
  async function galleries(...slugs: string[]) {
    const photo = await createPhoto(api.database);
    const made = [];
    for (const slug of slugs.toReversed()) made.push(await createGallery(api.database, { slug, photos: [photo] }));
    return { photo, galleries: made.reverse() };
  }

  it('follows in the list, and the first one follows the last', async () => {
    await galleries('first', 'second', 'third');

    expect(await nextOf('first')).toMatchObject({ slug: 'second', photo_count: 1 });
    expect((await nextOf('second')).slug).toBe('third');
    expect((await nextOf('third')).slug).toBe('first');
  });

  it('skips galleries that the caller does not see, or that show no photo', async () => {
    const { galleries: made } = await galleries('first', 'hidden', 'empty', 'last');
    await api.database.getRepository(Gallery).update(made[1]!.id, { isActive: false });
    await api.database.query('delete from gallery_photos where gallery_id = $1', [made[2]!.id]);

    expect((await nextOf('first')).slug).toBe('last');
    expect((await nextOf('first', admin)).slug).toBe('hidden');
  });

  it('is null for the only one', async () => {
    await galleries('alone');

    expect(await nextOf('alone')).toBeNull();
  });

  it.each(['nowhere', 'hidden', '%00'])('of %s is a 404 for visitors', async (slug) => {
    const { galleries: made } = await galleries('hidden', 'first');
    await api.database.getRepository(Gallery).update(made[0]!.id, { isActive: false });

    const { body } = await api.visitor.get(`/api/galleries/${slug}/next`).expect(404);

    expect(body.code).toBe('gallery.not-found');
  });
});
