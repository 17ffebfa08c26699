import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NewsItem } from '@portfolio/database';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate news_items'));

const latest = async () => (await api.visitor.get('/api/public/news/latest').expect(200)).body.news;
const create = async (item: object) => (await admin.post('/api/news').send(item).expect(201)).body.news;

describe('news', () => {
  it('is the latest active item, or none', async () => {
    expect(await latest()).toBeNull();

    await admin.post('/api/news').send({ headline: 'Open studio', link: 'https://example.com' }).expect(201);
    await admin.post('/api/news').send({ headline: 'Draft', is_active: false }).expect(201);

    expect(await latest()).toMatchObject({ headline: 'Open studio', content: null, link: 'https://example.com' });
  });

  it.each([{}, { headline: ' ', content: '' }, { link: 'https://example.com' }])(
    'skips %j as the latest item',
    async (empty) => {
      await create({ content: 'Closed in August.' });
      const { id } = await create(empty);

      expect((await latest()).content).toBe('Closed in August.');
      await api.visitor.get(`/api/news/${id}`).expect(200);
      expect((await api.visitor.get('/api/news').expect(200)).body.total).toBe(2);
    },
  );

  it('is active by default', async () => {
    await admin.post('/api/news').send({ headline: 'Null is no answer', is_active: null }).expect(201);

    expect((await latest()).headline).toBe('Null is no answer');
  });

  it.each(['example.com', 'javascript:alert(1)', 'ftp://example.com'])('rejects the link %s', async (link) => {
    const { body } = await admin.post('/api/news').send({ link }).expect(400);

    expect(body.message).toBe('Please enter a valid URL starting with http:// or https://');
    expect(await api.database.getRepository(NewsItem).count()).toBe(0);
  });

  it.each([
    [{ headline: 'x'.repeat(256) }, 'Headline is too long'],
    [{ content: 'x'.repeat(5001) }, 'Content is too long'],
    [{ link: `https://example.com/${'x'.repeat(2000)}` }, 'Link is too long'],
    [{ is_active: 'yes' }, 'Active must be true or false'],
    [{ id: 7 }, 'id is not a known field'],
  ])('rejects %j', async (given, message) => {
    const { body } = await admin.post('/api/news').send(given).expect(400);

    expect(body.message).toBe(message);
  });

  it('accepts the maximum length in any script', async () => {
    const link = `https://example.com/${'👩‍🎨'.repeat(1980)}`;

    const { body } = await admin
      .post('/api/news')
      .send({ headline: '👩‍🎨'.repeat(255), link })
      .expect(201);

    expect(body.news.link).toBe(link);
  });

  it('requires a session for changes', async () => {
    const { id } = await create({ headline: 'Open studio' });

    await api.visitor.post('/api/news').send({ headline: 'x' }).expect(401);
    await api.visitor.put(`/api/news/${id}`).send({ headline: 'x' }).expect(401);
    await api.visitor.delete(`/api/news/${id}`).expect(401);
    expect((await latest()).headline).toBe('Open studio');
  });
});

describe('the list of news', () => {
  const headlines = (body: { news: { headline: string }[] }) => body.news.map(({ headline }) => headline);

  it('is newest first, and hides inactive items from visitors', async () => {
    await create({ headline: 'first' });
    await create({ headline: 'second', is_active: false });
    await create({ headline: 'third' });

    const visitors = await api.visitor.get('/api/news').expect(200);
    const all = await admin.get('/api/news').expect(200);

    expect(headlines(visitors.body)).toEqual(['third', 'first']);
    expect(visitors.body).toMatchObject({ total: 2, next_cursor: null });
    expect(headlines(all.body)).toEqual(['third', 'second', 'first']);
    expect(all.body.total).toBe(3);
  });

  it('has pages', async () => {
    for (const headline of ['first', 'second', 'third']) await create({ headline });
    const page = (query: string) => api.visitor.get(`/api/news?limit=2${query}`);

    const first = await page('').expect(200);
    const second = await page(`&cursor=${first.body.next_cursor}`).expect(200);

    expect([headlines(first.body), headlines(second.body)]).toEqual([['third', 'second'], ['first']]);
  });
});

describe('a news item', () => {
  it('is visible to visitors while active', async () => {
    const { id } = await create({ headline: 'Open studio' });
    const seen = await api.visitor.get(`/api/news/${id}`).expect(200);
    expect(seen.body.news).toMatchObject({ id, headline: 'Open studio', is_active: true });

    await admin.put(`/api/news/${id}`).send({ is_active: false }).expect(200);

    const { body } = await api.visitor.get(`/api/news/${id}`).expect(404);
    expect(body).toEqual({ statusCode: 404, message: 'News item not found', code: 'news.not-found' });
    await admin.get(`/api/news/${id}`).expect(200);
    expect(await latest()).toBeNull();
  });

  describe('with a schedule', () => {
    const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const change = (id: number, given: object) => admin.put(`/api/news/${id}`).send(given);
    const total = async () => (await api.visitor.get('/api/news').expect(200)).body.total;
    const isLatest = async (id: number) => (await latest())?.id === id;

    it('appears at its beginning and disappears at its end, without a change', async () => {
      const { id } = await create({ headline: 'Opening', publish_at: inMs(4_000), unpublish_at: inMs(7_000) });
      expect(await latest()).toBeNull();
      await api.visitor.get(`/api/news/${id}`).expect(404);
      expect(await total()).toBe(0);

      await waitUntil(() => isLatest(id), { timeoutMs: 7_000 });
      const { body } = await api.visitor.get(`/api/news/${id}`).expect(200);
      expect(body.news).not.toHaveProperty('publish_at');
      expect(await total()).toBe(1);

      await waitUntil(async () => (await latest()) === null, { timeoutMs: 7_000 });
      await api.visitor.get(`/api/news/${id}`).expect(404);
      expect(await total()).toBe(0);
    });

    it('is the latest by the time of its publication', async () => {
      const { id } = await create({ headline: 'Announced', publish_at: inMs(60_000) });
      const { id: other } = await create({ headline: 'Written later' });
      expect(await isLatest(other)).toBe(true);

      await change(id, { publish_at: inMs(0) }).expect(200);

      expect(await isLatest(id)).toBe(true);
    });

    it('keeps it where it is absent, and removes it with null', async () => {
      const times = { publish_at: '2026-04-01T08:00:00.000Z', unpublish_at: '2026-05-01T08:00:00.000Z' };
      const { id } = await create({ headline: 'Ended', ...times });

      expect((await change(id, { headline: 'Over' }).expect(200)).body.news).toMatchObject(times);
      await change(id, { publish_at: null, unpublish_at: null }).expect(200);

      expect(await isLatest(id)).toBe(true);
    });

    it('does not end before it begins', async () => {
      const { id } = await create({ headline: 'Opening', publish_at: inMs(60_000) });
      const { body } = await change(id, { unpublish_at: inMs(30_000) }).expect(400);

      expect([body.code, body.errors]).toEqual([
        'schedule.order',
        { unpublish_at: 'The end must be after the beginning' },
      ]);
      const invalid = { publish_at: inMs(60_000), unpublish_at: inMs(30_000) };
      await admin.post('/api/news').send(invalid).expect(400);
      await change(id, { publish_at: 'tomorrow' }).expect(400);
    });

    it('answers 404 in the trash where visitors had not seen it', async () => {
      const [publishAt, deletedAt] = [new Date(Date.now() - 1_000), new Date(Date.now() - 2_000)];
      const { id } = await api.database.getRepository(NewsItem).save({ headline: 'Opening', publishAt, deletedAt });

      await api.visitor.get(`/api/news/${id}`).expect(404);
    });
  });

  describe('with a picture', () => {
    it.each([
      ['public', true],
      ['unlisted', true],
      ['hidden', false],
    ] as const)('shows a %s photo: %s', async (visibility, isShown) => {
      const photo = await createPhoto(api.database, { title: 'Self', visibility });
      const news = await create({ headline: 'Open studio', photo_id: photo.id });
      expect(news.photo_id).toBe(photo.id);

      const { picture, ...item } = await latest();
      expect(item).not.toHaveProperty('photo_id');
      expect(picture).toEqual(isShown ? expect.objectContaining({ id: photo.id, title: 'Self' }) : null);
      await admin.delete(`/api/photos/${photo.id}`).expect(200);
      expect(await latest()).toMatchObject({ headline: 'Open studio', picture: null });

      await admin
        .post('/api/admin/trash/restore')
        .send({ photo_ids: [photo.id] })
        .expect(200);
      expect((await latest()).picture?.id).toBe(isShown ? photo.id : undefined);
    });

    it('loses it with null, and when the photo is deleted for good', async () => {
      const photo = await createPhoto(api.database);
      const news = await create({ headline: 'Open studio', photo_id: photo.id });
      await admin.put(`/api/news/${news.id}`).send({ headline: 'Closed' }).expect(200);
      expect((await latest()).picture.id).toBe(photo.id);

      expect(
        (await admin.put(`/api/news/${news.id}`).send({ photo_id: null }).expect(200)).body.news.photo_id,
      ).toBeNull();
      await admin.put(`/api/news/${news.id}`).send({ photo_id: photo.id }).expect(200);
      await admin.delete(`/api/photos/${photo.id}`).expect(200);
      await admin
        .post('/api/admin/trash/delete')
        .send({ photo_ids: [photo.id] })
        .expect(200);

      expect((await admin.get(`/api/news/${news.id}`).expect(200)).body.news.photo_id).toBeNull();
    });

    it.each([
      [999_999, 'photo.not-found'],
      ['three', 'request.invalid'],
    ])('rejects the photo %j', async (photo_id, code) => {
      const { body } = await admin.post('/api/news').send({ headline: 'Open studio', photo_id });

      expect([body.code, Object.keys(body.errors)]).toEqual([code, ['photo_id']]);
      expect(await api.database.getRepository(NewsItem).count()).toBe(0);
    });
  });

  it('keeps omitted fields and clears empty ones', async () => {
    const before = await create({ headline: 'Open studio', content: 'On Sunday.', link: 'https://example.com' });
    const change = async (given: object) =>
      (await admin.put(`/api/news/${before.id}`).send(given).expect(200)).body.news;

    expect(await change({ content: 'On Monday.' })).toEqual({ ...before, content: 'On Monday.' });
    expect(await change({ headline: '', link: null })).toEqual({
      ...before,
      content: 'On Monday.',
      headline: null,
      link: null,
    });
    expect(await change({ is_active: false })).toMatchObject({ content: 'On Monday.', is_active: false });
    expect(await change({ is_active: null })).toMatchObject({ content: 'On Monday.', is_active: false });
    expect(await change({})).toMatchObject({ content: 'On Monday.', is_active: false });
  });

  it('stores blank fields as null', async () => {
    const NONE = { headline: null, content: null, link: null };
    for (const [blank, link] of [
      ['   ', '   '],
      ['\t\n', '\t\n'],
      ['\u200b', ''],
    ]) {
      const item = await create({ headline: blank, content: blank, link });
      expect(item).toMatchObject(NONE);
      const full = await create({ headline: 'Open studio', content: 'On Sunday.', link: 'https://example.com' });
      const change = { headline: blank, content: blank, link };
      const { body } = await admin.put(`/api/news/${full.id}`).send(change).expect(200);
      expect(body.news).toMatchObject(NONE);
    }
  });

  it('rejects invalid changes', async () => {
    const { id } = await create({ content: 'As it was.', link: 'https://example.com' });

    const { body } = await admin
      .put(`/api/news/${id}`)
      .send({ headline: 'x', link: 'javascript:alert(1)' })
      .expect(400);

    expect(body.errors).toEqual({ link: 'Please enter a valid URL starting with http:// or https://' });
    expect(await latest()).toMatchObject({ headline: null, content: 'As it was.' });
  });

  it('can be deleted once', async () => {
    const { id } = await create({ headline: 'Open studio' });

    const { body } = await admin.delete(`/api/news/${id}`).expect(200);

    expect(body).toEqual({ message: 'News deleted successfully' });
    await admin.delete(`/api/news/${id}`).expect(404);
    await admin.put(`/api/news/${id}`).send({ headline: 'x' }).expect(404);
    await admin.put(`/api/news/${id}`).send({}).expect(404);
    await admin.get(`/api/news/${id}`).expect(404);
  });
});
