import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@portfolio/contracts';
import { aJpeg, createGallery, createPhoto, lightroomBlocks, withMetadata } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, galleries, settings restart identity cascade');
});

const show = (isOn = true) =>
  admin
    .put('/api/admin/settings/website')
    .send({ settings: { tag_pages: String(isOn) } })
    .expect(200);
const save = (id: number, tags: unknown) => admin.put(`/api/photos/${id}`).send({ tags });
const change = (photo_ids: number[], changes: object) => admin.put('/api/photos/batch').send({ photo_ids, ...changes });
const tagsOf = async (client: TestApi['visitor'], id: number) =>
  (await client.get(`/api/photos/${id}`).expect(200)).body.photo.tags;
const tagged = async (client: TestApi['visitor'], tag: string) => {
  const { body } = await client.get('/api/photos').query({ tag }).expect(200);
  expect(body.total).toBe(body.photos.length);
  return body.photos.map(({ title }: { title: string }) => title);
};
const listed = async (client: TestApi['visitor']) => (await client.get('/api/tags').expect(200)).body.tags;

describe('the tags of a photo', () => {
  it('replace a lone surrogate by U+FFFD, also in interludes', async () => {
    const { id } = await createPhoto(api.database);

    await change([id], { add_tags: ['harbour \ud83d'] }).expect(200);
    expect(await tagsOf(admin, id)).toEqual(['harbour \ufffd']);

    const order = { title: 'Sea', slug: 'sea', photo_ids: [id], interludes: [{ before: id, text: 'Winter \ud83d' }] };
    await admin.post('/api/galleries').send(order).expect(201);
    expect((await admin.get('/api/galleries/sea').expect(200)).body.interludes).toEqual([
      { before: id, text: 'Winter \ufffd' },
    ]);
  });

  it('are saved tidily, each once, and stay without the field', async () => {
    const { id } = await createPhoto(api.database);

    const { body } = await save(id, [' low   tide', 'Harbour', 'HARBOUR', 'Low Tide', '..']).expect(200);
    await admin.put(`/api/photos/${id}`).send({ title: 'Ebb' }).expect(200);

    expect(body.photo.tags).toEqual(['low tide', 'Harbour']);
    expect(await tagsOf(admin, id)).toEqual(['low tide', 'Harbour']);
    await save(id, []).expect(200);
    expect(await tagsOf(admin, id)).toEqual([]);
  });

  it.each([
    ['harbour', 'Tags must be a list of texts'],
    [null, 'Tags must be a list of texts'],
    [[''], 'A tag has 1 to 100 characters'],
    [[' \t'], 'A tag has 1 to 100 characters'],
    [[1], 'A tag has 1 to 100 characters'],
    [['a\0'], 'A tag has 1 to 100 characters'],
    [['x'.repeat(LIMITS.keyword + 1)], 'A tag has 1 to 100 characters'],
    [Array.from({ length: LIMITS.keywords + 1 }, (_, index) => `tag ${index}`), 'A photo can have at most 100 tags'],
  ])('are refused: %j', async (tags, message) => {
    const { id } = await createPhoto(api.database);

    const { body } = await save(id, tags).expect(400);

    expect(body.errors.tags).toBe(message);
  });

  it('have any letters, up to the longest', async () => {
    const { id } = await createPhoto(api.database);
    const tags = ['👩‍🎨'.repeat(LIMITS.keyword), 'Straße', 'ΟΔΟΣ', 'e\u0301te\u0301', 'a/b?c#d%'];

    await save(id, tags).expect(200);
    await show();

    expect(await tagsOf(api.visitor, id)).toEqual(tags);
    for (const tag of [...tags, 'été', 'οδος']) expect(await tagged(api.visitor, tag)).toHaveLength(1);
    await api.visitor.get(`/api/tags/${encodeURIComponent(tags[0]!)}`).expect(200);
    const { body } = await api.visitor.get(`/api/tags/${encodeURIComponent('A/B?C#D%')}`).expect(200);
    expect(body.gallery).toMatchObject({ title: 'a/b?c#d%', slug: 'a/b?c#d%', photo_count: 1 });
  });

  it('change the version of the photo and what visitors have cached', async () => {
    const { id } = await createPhoto(api.database);
    await show();
    const { version } = (await admin.get(`/api/photos/${id}`)).body.photo;
    expect(await tagsOf(api.visitor, id)).toEqual([]);

    await save(id, ['sea']).expect(200);

    expect(await tagsOf(api.visitor, id)).toEqual(['sea']);
    await admin
      .put(`/api/photos/${id}`)
      .set('if-match', version)
      .send({ tags: ['tide'] })
      .expect(412);
  });

  it('stay when another image replaces that of the photo', async () => {
    const { id } = await createPhoto(api.database, { keywords: ['pier'] });
    const image = withMetadata(await aJpeg({ width: 60, height: 40 }), lightroomBlocks());

    await admin.post(`/api/photos/${id}/image`).attach('image', image, 'IMG_0012.jpg').expect(200);

    expect(await tagsOf(admin, id)).toEqual(['pier']);
  });

  it('are added to and removed from several photos, all or nothing', async () => {
    const one = await createPhoto(api.database, { keywords: ['Sea', 'tide'] });
    const full = Array.from({ length: LIMITS.keywords }, (_, index) => `tag ${index}`);
    const other = await createPhoto(api.database, { keywords: full });

    const failed = await change([one.id, other.id], { add_tags: ['pier'] }).expect(400);
    expect(failed.body.errors).toEqual({ add_tags: 'A photo can have at most 100 tags' });
    expect(await tagsOf(admin, one.id)).toEqual(['Sea', 'tide']);

    await change([one.id, other.id, 999], {
      add_tags: ['pier', 'SEA'],
      remove_tags: ['TIDE', 'tag 3', 'tag 4'],
    }).expect(200);
    expect(await tagsOf(admin, one.id)).toEqual(['Sea', 'pier']);
    expect((await tagsOf(admin, other.id)).slice(-2)).toEqual(['pier', 'SEA']);
    expect((await change([one.id], { remove_tags: 'sea' }).expect(400)).body.errors.remove_tags).toBe(
      'Tags must be a list of texts',
    );
  });
});

describe('lists by tag', () => {
  const HIDDEN = ['hidden', 'unlisted', 'processing', 'inactive', 'private', 'trashed'];

  /** One photo in each state, all with the same tag. */
  async function seed(): Promise<void> {
    const tag = { keywords: ['Harbour', 'sea'] };
    const create = (title: string, more: object = {}) => createPhoto(api.database, { title, ...tag, ...more });
    await create('alone');
    const shown = await create('in a gallery', { keywords: ['harbour'] });
    await createGallery(api.database, { slug: 'open', photos: [shown] });
    await create('hidden', { visibility: 'hidden' });
    await create('unlisted', { visibility: 'unlisted' });
    await create('processing', { status: 'processing' });
    await createGallery(api.database, { slug: 'draft', isActive: false, photos: [await create('inactive')] });
    const locked = await createGallery(api.database, { slug: 'locked', photos: [await create('private')] });
    await api.database.query(
      `update galleries set visibility = 'private', is_active = false, password_hash = 'x' where id = $1`,
      [locked.id],
    );
    const { id } = await create('trashed');
    await admin.delete(`/api/photos/${id}`).expect(200);
  }

  it('have the published photos, and count no others', async () => {
    await seed();
    await show();

    expect(await tagged(api.visitor, ' HARBOUR ')).toEqual(['in a gallery', 'alone']);
    expect((await tagged(admin, 'harbour')).sort()).toEqual(
      ['alone', 'in a gallery', ...HIDDEN.filter((title) => title !== 'trashed')].sort(),
    );
    expect(await listed(api.visitor)).toEqual([
      { name: expect.stringMatching(/harbour/i), photo_count: 2 },
      { name: 'sea', photo_count: 1 },
    ]);
    expect(await listed(admin)).toEqual([
      { name: 'Harbour', photo_count: 7 },
      { name: 'sea', photo_count: 6 },
    ]);
    const { body } = await api.visitor.get('/api/tags/harbour?limit=1').expect(200);
    expect(body).toMatchObject({ total: 2, gallery: { title: 'harbour', slug: 'harbour', photo_count: 2 } });
    const next = await api.visitor.get(`/api/tags/harbour?cursor=${body.next_cursor}`).expect(200);
    expect([...body.photos, ...next.body.photos].map(({ title }) => title)).toEqual(['in a gallery', 'alone']);
  });

  it('are empty for visitors while the setting is off', async () => {
    await seed();
    expect(await tagged(api.visitor, 'harbour')).toEqual([]);
    await show();
    expect(await tagged(api.visitor, 'harbour')).toHaveLength(2);
    await show(false);

    expect(await tagged(api.visitor, 'harbour')).toEqual([]);
    expect(await listed(api.visitor)).toEqual([]);
    expect(await tagsOf(api.visitor, 1)).toEqual([]);
    expect((await api.visitor.get('/api/tags/harbour').expect(404)).body.code).toBe('tag.not-found');
    expect(await tagged(admin, 'harbour')).toHaveLength(7);
    await admin.get('/api/tags/harbour').expect(200);
  });

  it.each(['tide', ' ', 'har', 'harbour%', 'a\0'])('are empty for another tag: %j', async (tag) => {
    await seed();
    await show();

    await api.visitor.get(`/api/tags/${encodeURIComponent(tag)}`).expect(404);
    if (!tag.includes('\0')) expect(await tagged(api.visitor, tag)).toEqual([]);
  });

  it('lose deleted photos', async () => {
    await seed();
    await api.database.query('delete from photos where id = 1');

    expect(await api.database.query('select count(*)::int from photo_tags where photo_id = 1')).toEqual([{ count: 0 }]);
  });

  it('follow photos into the trash, and back', async () => {
    await seed();
    await show();
    await admin.delete('/api/photos/1').expect(200);
    expect(await tagged(api.visitor, 'harbour')).toEqual(['in a gallery']);

    await admin
      .post('/api/admin/trash/restore')
      .send({ photo_ids: [1] })
      .expect(200);

    expect(await tagged(api.visitor, 'harbour')).toEqual(['in a gallery', 'alone']);
  });
});
