import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NewsItem } from '@portfolio/database';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate news_items'));

describe('news', () => {
  const latest = async () => (await api.visitor.get('/api/public/news/latest').expect(200)).body.news;

  it('is the latest active item, or none', async () => {
    expect(await latest()).toBeNull();

    await admin.post('/api/news').send({ headline: 'Open studio', link: 'https://example.com' }).expect(201);
    await admin.post('/api/news').send({ headline: 'Draft', is_active: false }).expect(201);

    expect(await latest()).toMatchObject({ headline: 'Open studio', content: null, link: 'https://example.com' });
  });

  it('is active unless it is said not to be', async () => {
    await admin.post('/api/news').send({ headline: 'Null is no answer', is_active: null }).expect(201);

    expect((await latest()).headline).toBe('Null is no answer');
  });

  it.each(['example.com', 'javascript:alert(1)', 'ftp://example.com'])('refuses the link %s', async (link) => {
    const { body } = await admin.post('/api/news').send({ link }).expect(400);

    expect(body.message).toBe('Please enter a valid URL starting with http:// or https://');
    expect(await api.database.getRepository(NewsItem).count()).toBe(0);
  });

  it('is written by the administrator alone', async () => {
    await api.visitor.post('/api/news').send({ headline: 'x' }).expect(401);
  });
});
