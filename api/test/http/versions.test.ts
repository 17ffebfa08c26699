import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { NewsItem, type Photo } from '@portfolio/database';
import { createGallery, createPhoto, isFullLevel, waitUntilBlocked } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const ROUNDS = isFullLevel ? 3 : 1;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photos: Photo[];
let galleryId: number;
let newsId: number;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, galleries, news_items, settings cascade');
  await api.database.query("update users set name = 'Elin'");
  photos = [];
  for (const title of ['One', 'Two', 'Three']) photos.push(await createPhoto(api.database, { title }));
  galleryId = (await createGallery(api.database, { slug: 'slack-water', photos })).id;
  newsId = (await api.database.getRepository(NewsItem).save({ headline: 'Open studio' })).id;
});

const idsOf = (chosen: Photo[]) => chosen.map(({ id }) => id);
const gallery = (changes: object = {}) => ({
  title: 'Slack Water',
  slug: 'slack-water',
  photo_ids: idsOf(photos),
  ...changes,
});
const readGallery = () => admin.get('/api/galleries/slack-water').expect(200);

const readPhoto = () => admin.get(`/api/photos/${photos[0]!.id}`).expect(200);
const savePhoto = (changes: object) => admin.put(`/api/photos/${photos[0]!.id}`).send(changes);

/** Each resource with a version: its routes for reading and saving. */
const RESOURCES = {
  'a gallery': {
    read: readGallery,
    save: (title: string) => admin.put(`/api/galleries/${galleryId}`).send(gallery({ title })),
    current: (title: string) => ({ gallery: { title, photo_count: 3 }, photo_ids: idsOf(photos) }),
  },
  'a photo': {
    read: () => readPhoto(),
    save: (title: string) => savePhoto({ title }),
    current: (title: string) => ({ photo: { id: photos[0]!.id, title } }),
  },
  'a news item': {
    read: () => admin.get(`/api/news/${newsId}`).expect(200),
    save: (headline: string) => admin.put(`/api/news/${newsId}`).send({ headline }),
    current: (headline: string) => ({ news: { id: newsId, headline } }),
  },
  'the settings': {
    read: () => admin.get('/api/admin/settings/website').expect(200),
    save: (site_title: string) => admin.put('/api/admin/settings/website').send({ settings: { site_title } }),
    current: (value: string) => ({ settings: { site_title: { value }, background_image: { status: 'absent' } } }),
  },
  'the profile': {
    read: () => admin.get('/api/auth/me').expect(200),
    save: (name: string) => admin.put('/api/admin/settings/profile').send({ name, email: DEMO_ACCOUNT.email }),
    current: (name: string) => ({ user: { name, email: DEMO_ACCOUNT.email } }),
  },
};

const versionOf = async (read: () => PromiseLike<{ headers: Record<string, string> }>) =>
  String((await read()).headers['etag']);

describe.each(Object.entries(RESOURCES))('%s', (_, { read, save, current }) => {
  it('accepts the current version and returns the next one', async () => {
    const first = await versionOf(read);
    expect(first).toMatch(/^"[\w-]+"$/);
    expect(await versionOf(read)).toBe(first);

    const { headers } = await save('Ebb').set('if-match', first).expect(200);

    expect(headers['etag']).not.toBe(first);
    expect(await versionOf(read)).toBe(headers['etag']);
    await save('Flow').set('if-match', String(headers['etag'])).expect(200);
  });

  it('rejects the previous version, and returns its state', async () => {
    const before = await versionOf(read);
    await save('Ebb').set('if-match', before).expect(200);

    const { body, headers } = await save('Flow').set('if-match', before).expect(412);

    expect(body).toEqual({
      statusCode: 412,
      message: 'This was changed elsewhere in the meantime. Please try again.',
      code: 'request.outdated',
      current: expect.objectContaining({}),
    });
    expect(body.current).toMatchObject(current('Ebb'));
    expect(headers['etag']).toBe(await versionOf(read));
    expect((await save('Flow').set('if-match', String(headers['etag'])).expect(200)).body).not.toEqual({});
  });

  it('accepts one of several concurrent saves from one version', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await versionOf(read);
      const titles = [1, 2, 3, 4].map((save) => `Round ${round}, save ${save}`);

      const responses = await Promise.all(titles.map((title) => save(title).set('if-match', before)));

      expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
      const saved = titles[responses.findIndex(({ status }) => status === 200)]!;
      expect((await save('Other').set('if-match', before).expect(412)).body.current).toMatchObject(current(saved));
    }
  });

  it('accepts saves without If-Match and with *', async () => {
    await save('Ebb').expect(200);
    await save('Flow').set('if-match', '*').expect(200);

    expect((await save('Other').set('if-match', '"older"').expect(412)).body.current).toMatchObject(current('Flow'));
  });

  it('accepts a list of tags, and rejects weak and malformed tags', async () => {
    const version = await versionOf(read);

    for (const other of [`W/${version}`, version.slice(1, -1), `*, ${version}`, '']) {
      await save('Ebb').set('if-match', other).expect(412);
    }
    await save('Ebb').set('if-match', `"older", ${version}`).expect(200);
  });
});

describe('the version of a gallery', () => {
  const [one, two, three] = [() => photos[0]!.id, () => photos[1]!.id, () => photos[2]!.id];

  it.each<[string, () => PromiseLike<unknown>]>([
    [
      'its order',
      () =>
        admin
          .put(`/api/galleries/${galleryId}/order`)
          .send({ photo_ids: [two(), one()] })
          .expect(200),
    ],
    ['a photo less', () => admin.put(`/api/photos/${three()}`).send({ gallery_ids: [] }).expect(200)],
    ['a photo that is deleted', () => admin.delete(`/api/photos/${three()}`).expect(200)],
    ['its switch', () => admin.put(`/api/galleries/${galleryId}`).send({ is_active: false }).expect(200)],
    [
      'its description',
      () =>
        admin
          .put(`/api/galleries/${galleryId}`)
          .send(gallery({ description: 'x' }))
          .expect(200),
    ],
    [
      'its layout',
      () =>
        admin
          .put(`/api/galleries/${galleryId}`)
          .send(gallery({ layout: 'wall' }))
          .expect(200),
    ],
  ])('changes with %s', async (_, change) => {
    const before = await versionOf(readGallery);

    await change();

    expect(await versionOf(readGallery)).not.toBe(before);
    await admin.put(`/api/galleries/${galleryId}`).set('if-match', before).send(gallery()).expect(412);
    await admin
      .put(`/api/galleries/${galleryId}/order`)
      .set('if-match', before)
      .send({ photo_ids: [1] })
      .expect(412);
  });

  it('ignores texts of photos, and is the same on each page', async () => {
    const before = await versionOf(readGallery);

    await admin.put(`/api/photos/${one()}`).send({ title: 'Harbour' }).expect(200);

    const page = await admin.get('/api/galleries/slack-water?limit=1').expect(200);
    expect(page.headers['etag']).toBe(before);
    const { next_cursor: cursor } = page.body;
    expect(await versionOf(() => admin.get('/api/galleries/slack-water').query({ limit: 1, cursor }))).toBe(before);
  });

  it('is strong also with compression', async () => {
    const { headers } = await readGallery().set('accept-encoding', 'br');

    expect(headers['content-encoding']).toBe('br');
    expect(headers['etag']).toBe(await versionOf(() => readGallery().set('accept-encoding', 'identity')));
  });

  it('is a 404 without the gallery', async () => {
    const save = admin.put('/api/galleries/2147483647').set('if-match', '"older"');
    expect((await save.send(gallery()).expect(404)).body.code).toBe('gallery.not-found');
  });
});

describe('the version of a photo', () => {
  it.each<[string, () => PromiseLike<unknown>]>([
    ['its description', () => savePhoto({ description: 'At low tide' })],
    ['its alt text', () => savePhoto({ alt_text: 'Boats on mud' })],
    ['its price', () => savePhoto({ selling_price: 20.5 })],
    ['its sale', () => savePhoto({ is_for_sale: true })],
    ['its visibility', () => savePhoto({ visibility: 'unlisted' })],
    ['its galleries', () => savePhoto({ gallery_ids: [] })],
    [
      'a gallery that it leaves',
      () => admin.put(`/api/galleries/${galleryId}`).send(gallery({ photo_ids: idsOf(photos.slice(1)) })),
    ],
    ['a change of several', () => admin.put('/api/photos/batch').send({ photo_ids: idsOf(photos), is_for_sale: true })],
  ])('changes with %s', async (_, change) => {
    const before = await versionOf(readPhoto);

    await change();

    expect(await versionOf(readPhoto)).not.toBe(before);
    await savePhoto({ title: 'Harbour' }).set('if-match', before).expect(412);
    expect((await readPhoto()).body.photo.title).toBe('One');
  });

  it('ignores its position in a gallery, and saves without a change', async () => {
    const before = await versionOf(readPhoto);

    await admin.put(`/api/galleries/${galleryId}`).send(gallery({ photo_ids: idsOf(photos).reverse() }));
    await savePhoto({ title: 'One' }).set('if-match', before).expect(200);

    expect(await versionOf(readPhoto)).toBe(before);
  });

  it('covers a gallery that adds it concurrently', async () => {
    const { id: other } = await createGallery(api.database, { slug: 'ebb', photos: [] });
    const before = await versionOf(readPhoto);
    const taking = api.database.createQueryRunner();
    await taking.startTransaction();
    await taking.query('insert into gallery_photos (gallery_id, photo_id, position) values ($1, $2, 0)', [
      other,
      photos[0]!.id,
    ]);

    const saving = savePhoto({ gallery_ids: [] })
      .set('if-match', before)
      .then((response) => response);
    await waitUntilBlocked(api.database);
    await taking.commitTransaction();
    await taking.release();

    const { status, body } = await saving;
    expect(status).toBe(412);
    expect(body.current.photo.galleries).toHaveLength(2);
  });
});

it('versions are compared before other checks', async () => {
  await createGallery(api.database, { slug: 'taken' });
  const save = () => admin.put(`/api/galleries/${galleryId}`).send(gallery({ slug: 'taken' }));

  await save().set('if-match', '"older"').expect(412);
  await save()
    .set('if-match', await versionOf(readGallery))
    .expect(409);
});

it('visitors get no versions', async () => {
  for (const path of [
    '/api/galleries/slack-water',
    `/api/photos/${photos[0]!.id}`,
    `/api/news/${newsId}`,
    '/api/public/settings',
  ]) {
    for (const { headers } of [await api.visitor.get(path), await api.visitor.get(path)]) {
      expect(headers).not.toHaveProperty('etag');
    }
  }
});
