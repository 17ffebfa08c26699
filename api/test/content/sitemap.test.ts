import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Photo } from '@portfolio/database';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photos: Photo[];
beforeAll(async () => {
  // An API of its own, as the test sets the sequences of ids.
  api = await startTestApi({ ANSWER_CACHE: true });
  admin = await api.signIn();
  const withId = (table: string, id: number) => api.database.query(`select setval('${table}_id_seq', $1, false)`, [id]);
  const photo = async (id: number, given: Partial<Photo> = {}) => {
    await withId('photos', id);
    return createPhoto(api.database, given);
  };
  const gallery = async (id: number, given: Parameters<typeof createGallery>[1]) => {
    await withId('galleries', id);
    return createGallery(api.database, given);
  };
  photos = [];
  for (const id of [11, 12, 5_000, 5_001, 15_000]) photos.push(await photo(id));
  const hidden = await photo(7, { visibility: 'hidden' });
  const unlisted = await photo(20_001, { visibility: 'unlisted' });
  await photo(14, { status: 'processing' });
  await gallery(2, { slug: 'locked', photos: [await photo(13)], isActive: false });
  await gallery(9_999, { slug: 'later', photos: [photos[4]!] });
  await gallery(1, { slug: 'empty', photos: [hidden] });
  await gallery(3, { slug: 'shown', photos: [hidden, unlisted, photos[1]!, photos[0]!] });
});
afterAll(() => api.stop());

const part = async (number: number | string, client = api.visitor) =>
  (await client.get(`/api/public/sitemap/${number}`).expect(200)).body;
const imageAddressOf = ({ id, version }: Photo) => `/media/${id}/${version}/1600.jpeg`;
const entry = (photo: Photo) => ({ id: photo.id, image: imageAddressOf(photo) });

describe('the sitemap', () => {
  it('counts public galleries and listed photos by ranges of 5,000 ids', async () => {
    expect((await api.visitor.get('/api/public/sitemap').expect(200)).body).toEqual({
      parts: [
        { part: 1, entries: 5 },
        { part: 2, entries: 2 },
        { part: 3, entries: 1 },
      ],
    });
  });

  it('has galleries with their first listed photo, and photos, newest first', async () => {
    expect(await part(1)).toEqual({
      galleries: [
        { slug: 'shown', image: imageAddressOf(photos[1]!) },
        { slug: 'empty', image: null },
      ],
      photos: [photos[2]!, photos[1]!, photos[0]!].map(entry),
    });
    expect(await part(2)).toEqual({
      galleries: [{ slug: 'later', image: imageAddressOf(photos[4]!) }],
      photos: [entry(photos[3]!)],
    });
    expect(await part(3)).toEqual({ galleries: [], photos: [entry(photos[4]!)] });
  });

  it('is the same for the administrator', async () => {
    expect(await part(1, admin)).toEqual(await part(1));
  });

  it('has no entries in other parts', async () => {
    const none = { galleries: [], photos: [] };
    // The range of the last number is beyond the integers of the database.
    expect([await part(4), await part(5), await part(2_147_483_647)]).toEqual([none, none, none]);
    for (const unknown of ['0', '-1', 'x', '1.5', '2147483648']) {
      await api.visitor.get(`/api/public/sitemap/${unknown}`).expect(404);
    }
  });

  it('follows a change at once', async () => {
    const changed = await createGallery(api.database, { slug: 'briefly' });
    expect((await part(1)).galleries).toHaveLength(3);

    await admin.put(`/api/galleries/${changed.id}`).send({ is_active: false }).expect(200);

    expect((await part(1)).galleries).toHaveLength(2);
  });
});
