import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Photo } from '@portfolio/database';
import { aDamagedJpeg, aJpeg, aPng, anAnimatedGif, aWebp, createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos, galleries cascade'));

const upload = (image: Buffer, fields: Record<string, string> = { title: 'Harbour' }, name = 'harbour.jpg') =>
  admin.post('/api/photos/upload').field(fields).attach('image', image, name);
const photoCount = () => api.database.getRepository(Photo).count();

describe('an upload', () => {
  it('is stored with a row and a job', async () => {
    const before = await api.jobs.counts();
    const image = await aJpeg({ width: 400, height: 300, orientation: 6 });

    const { body } = await upload(image, {
      title: 'Harbour',
      description: 'At low tide.',
      alt_text: 'Boats on mud.',
      selling_price: '12.50',
      is_for_sale: 'true',
    }).expect(201);

    expect(body.photo).toMatchObject({
      title: 'Harbour',
      description: 'At low tide.',
      alt_text: 'Boats on mud.',
      selling_price: 12.5,
      is_for_sale: true,
      status: 'processing',
      renditions: [],
    });
    const { originalKey } = await api.database.getRepository(Photo).findOneByOrFail({ id: body.photo.id });
    expect(await api.storage.read(originalKey)).toEqual(image);
    expect((await api.jobs.counts()).waiting).toBe((before.waiting ?? 0) + 1);
  });

  it.each([
    ['JPEG', aJpeg],
    ['PNG', aPng],
    ['GIF', anAnimatedGif],
    ['WebP', aWebp],
  ])('detects a %s by content, not by name', async (_, make) => {
    await upload(await make({}), { title: 'Harbour' }, 'harbour.txt').expect(201);
  });

  it('may have a text of more than 64 KB', async () => {
    const description = '👨‍👩‍👧‍👦'.repeat(3_000);

    const { body } = await upload(await aJpeg({ width: 60, height: 40 }), { title: 'Family', description }).expect(201);

    expect(body.photo).toMatchObject({ description });
  });

  it('appends the photo to the gallery', async () => {
    const gallery = await createGallery(api.database, { photos: [await createPhoto(api.database)] });

    const { body } = await upload(await aJpeg({ width: 60, height: 40 }), {
      title: 'New',
      gallery_id: String(gallery.id),
    }).expect(201);

    expect(body.photo).toMatchObject({ gallery_id: gallery.id, gallery_name: gallery.title });
    const { body: detail } = await admin.get(`/api/galleries/${gallery.slug}`).expect(200);
    expect(detail.photos.map(({ title }: { title: string }) => title)).toEqual(['Harbour', 'New']);
  });

  it('gives concurrent uploads into one gallery distinct positions', async () => {
    const gallery = await createGallery(api.database);
    const image = await aJpeg({ width: 60, height: 40 });
    const fields = { title: 'One of many', gallery_id: String(gallery.id) };

    await Promise.all(Array.from({ length: 5 }, () => upload(image, fields).expect(201)));

    const { body } = await admin.get(`/api/galleries/${gallery.slug}`).expect(200);
    expect(body.photos).toHaveLength(5);
  });
});

describe('a rejected upload', () => {
  const refusals: [string, () => Promise<Buffer>, Record<string, string>, number, string][] = [
    [
      'an unknown field',
      () => aJpeg({ width: 60, height: 40 }),
      { title: 'x', status: 'ready' },
      400,
      'status is not a known field',
    ],
    [
      'an unknown gallery',
      () => aJpeg({ width: 60, height: 40 }),
      { title: 'x', gallery_id: '999' },
      400,
      'The selected gallery does not exist any more',
    ],
    [
      'a text file',
      async () => Buffer.from('hello'),
      { title: 'x' },
      415,
      'Please upload a JPEG, PNG, GIF or WebP image',
    ],
    ['a damaged file', () => aDamagedJpeg(), { title: 'x' }, 422, 'The image is damaged and cannot be read'],
  ];

  it.each(refusals)('leaves no row and no file: %s', async (_, make, fields, status, message) => {
    const before = api.files();

    const { body } = await upload(await make(), fields).expect(status);

    expect(body.message).toBe(message);
    expect(await photoCount()).toBe(0);
    expect(api.files()).toEqual(before);
  });

  it('has an error for two images, and for a repeated text', async () => {
    const image = await aJpeg({ width: 60, height: 40 });
    const upload = () => admin.post('/api/photos/upload').field('title', 'x').attach('image', image, 'x.jpg');

    const two = await upload().attach('image', image, 'y.jpg').expect(400);
    const twice = await upload().field('alt_text', 'a').field('alt_text', 'b').expect(400);

    expect(two.body.errors).toEqual({ image: 'Please select one image file only' });
    expect(twice.body.errors).toEqual({ alt_text: 'alt_text is given more than once' });
  });
});

describe('the list of photos', () => {
  it('is paged, newest first', async () => {
    for (const title of ['One', 'Two', 'Three']) await createPhoto(api.database, { title });

    const first = await api.visitor.get('/api/photos?limit=2').expect(200);
    const second = await api.visitor.get(`/api/photos?limit=2&cursor=${first.body.next_cursor}`).expect(200);

    expect(first.body.photos.map(titleOf)).toEqual(['Three', 'Two']);
    expect(second.body.photos.map(titleOf)).toEqual(['One']);
    expect(second.body.next_cursor).toBeNull();
    expect([first.body.total, second.body.total]).toEqual([3, 3]);
  });

  it('filters by text, gallery, sale and status', async () => {
    const tide = await createPhoto(api.database, { title: 'Tide 100%', isForSale: true });
    await createPhoto(api.database, { title: 'Peak', description: 'Above the tide' });
    await createPhoto(api.database, { title: 'Broken', status: 'failed', failure: 'It is damaged.' });
    const gallery = await createGallery(api.database, { photos: [tide] });
    const titles = async (query: string) =>
      (await admin.get(`/api/photos?${query}`).expect(200)).body.photos.map(titleOf);

    expect(await titles('search=TIDE')).toEqual(['Peak', 'Tide 100%']);
    expect(await titles('search=100%25')).toEqual(['Tide 100%']);
    expect(await titles('search=_')).toEqual([]);
    expect(await titles(`gallery_id=${gallery.id}`)).toEqual(['Tide 100%']);
    expect(await titles('for_sale=true')).toEqual(['Tide 100%']);
    expect(await titles('for_sale=false')).toEqual(['Broken', 'Peak']);
    expect(await titles('status=failed')).toEqual(['Broken']);
  });

  it('filters by visibility, and by photos in no other gallery, for the administrator', async () => {
    const [none, one, two] = [
      await createPhoto(api.database, { title: 'None' }),
      await createPhoto(api.database, { title: 'One', visibility: 'hidden' }),
      await createPhoto(api.database, { title: 'Two' }),
    ];
    const gallery = await createGallery(api.database, { photos: [one, two] });
    await createGallery(api.database, { isActive: false, photos: [two] });
    const titles = async (client: typeof admin, query: string) =>
      (await client.get(`/api/photos?${query}`).expect(200)).body.photos.map(titleOf);

    expect(await titles(admin, 'visibility=hidden')).toEqual([one.title]);
    expect(await titles(admin, 'no_other_gallery=true')).toEqual([none.title]);
    expect(await titles(admin, `gallery_id=${gallery.id}&no_other_gallery=true`)).toEqual([one.title]);
    expect(await titles(admin, `gallery_id=${gallery.id}&no_other_gallery=false`)).toEqual([two.title, one.title]);
    // Visitors see no inactive gallery and no hidden photo.
    expect(await titles(api.visitor, `gallery_id=${gallery.id}&no_other_gallery=true`)).toEqual([two.title]);
    expect(await titles(api.visitor, 'visibility=hidden')).toEqual([two.title, none.title]);
  });

  it.each(['/api/photos', '/api/galleries', '/api/comments', '/api/news', '/api/admin/messages', '/api/photos/{id}'])(
    'at %s ignores empty query values',
    async (route) => {
      const path = route.replace('{id}', String((await createPhoto(api.database)).id));
      const nothing = 'limit=&cursor=&status=&embed=&search=&gallery_id=&for_sale=';

      const [plain, empty] = await Promise.all([admin.get(path), admin.get(`${path}?${nothing}`).expect(200)]);

      expect(empty.body).toEqual(plain.body);
    },
  );

  it.each([
    'limit=0',
    'limit=201',
    'limit=many',
    'cursor=nonsense',
    'cursor=Z2FsbGVyaWVzOjE',
    'gallery_id=-1',
    'for_sale=maybe',
    'status=lost',
    'visibility=lost',
    'no_other_gallery=maybe',
  ])('rejects ?%s', async (query) => {
    await api.visitor.get(`/api/photos?${query}`).expect(400);
  });
});

describe('a photo', () => {
  it('is a 404 for an unknown id', async () => {
    const { body } = await api.visitor.get('/api/photos/999999').expect(404);

    expect(body.message).toBe('Photo not found');
  });

  it('that failed has a reason for the administrator, and a retry', async () => {
    const photo = await createPhoto(api.database, {
      status: 'failed',
      failure: 'It is damaged.',
      unfinishedRenders: 3,
    });
    expect((await admin.get(`/api/photos/${photo.id}`)).body.photo.failure).toBe('It is damaged.');
    const before = await api.jobs.counts();

    const { body } = await admin.post(`/api/photos/${photo.id}/retry`).expect(200);

    expect(body.photo).toMatchObject({ status: 'processing', failure: null });
    const row = await api.database.getRepository(Photo).findOneByOrFail({ id: photo.id });
    expect(row).toMatchObject({ status: 'processing', unfinishedRenders: 0 });
    expect((await api.jobs.counts()).waiting).toBe((before.waiting ?? 0) + 1);
    await admin.post(`/api/photos/${photo.id}/retry`).expect(409);
    await admin.post('/api/photos/999/retry').expect(404);
  });

  it('is deleted with a message, and its files stay for the trash', async () => {
    const photo = await createPhoto(api.database);
    const before = await api.jobs.counts();

    const { body } = await admin.delete(`/api/photos/${photo.id}`).expect(200);

    expect(body).toEqual({ message: 'Photo deleted successfully!' });
    expect(await api.jobs.counts()).toEqual(before);
    await admin.delete(`/api/photos/${photo.id}`).expect(404);
  });
});

const titleOf = ({ title }: { title: string }) => title;
