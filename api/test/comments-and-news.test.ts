import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NewsItem, type Photo } from '@portfolio/database';
import { createComment, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photo: Photo;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, news_items cascade');
  photo = await createPhoto(api.database);
});

const comment = { author_name: 'Zoë Ågren-Nguyễn', author_email: 'zoe@example.com', content: 'Lovely.' };
const post = (given: object) => api.visitor.post('/api/comments').send({ photo_id: photo.id, ...comment, ...given });
const listed = async () => (await api.visitor.get(`/api/comments/photo/${photo.id}`).expect(200)).body;

describe('a comment', () => {
  it('waits for approval, then is shown without the author’s address', async () => {
    const { body } = await post({}).expect(201);
    expect(body.comment.is_approved).toBe(false);
    expect((await listed()).comments).toEqual([]);

    await admin.put(`/api/comments/${body.comment.id}/approve`).expect(200);

    const { comments } = await listed();
    expect(comments).toEqual([{ ...body.comment, is_approved: true }]);
    expect(JSON.stringify(comments)).not.toContain('zoe@example.com');
  });

  it('can be rejected again, and decided on by the administrator alone', async () => {
    const { id } = await createComment(api.database, photo);

    await admin.put(`/api/comments/${id}/approve`).send({ is_approved: false }).expect(200);

    expect((await listed()).total).toBe(0);
    await admin.put(`/api/comments/${id}/approve`).send({ is_approved: null }).expect(200);
    expect((await listed()).total).toBe(1);
    await api.visitor.put(`/api/comments/${id}/approve`).expect(401);
    await admin.put('/api/comments/999/approve').expect(404);
  });

  it('is listed oldest first, page by page', async () => {
    for (const content of ['one', 'two', 'three']) await createComment(api.database, photo, { content });
    const page = (query: string) => api.visitor.get(`/api/comments/photo/${photo.id}?limit=2${query}`).expect(200);

    const first = await page('');
    const second = await page(`&cursor=${first.body.next_cursor}`);

    const contents = [...first.body.comments, ...second.body.comments].map(({ content }) => content);
    expect(contents).toEqual(['one', 'two', 'three']);
    expect(second.body.next_cursor).toBeNull();
  });

  it.each([
    [{ author_name: ' ' }, 'Name is required'],
    [{ author_name: 'x'.repeat(256) }, 'Name is too long'],
    [{ author_name: '<b>' }, 'Name contains invalid characters'],
    [{ author_email: '' }, 'Email is required'],
    [{ author_email: 'nowhere' }, 'Invalid email address'],
    [{ content: '  ' }, 'Comment is required'],
    [{ content: 'ab' }, 'Comment is too short'],
    [{ content: 'x'.repeat(1001) }, 'Comment is too long (max 1000 characters)'],
    [{ is_approved: true }, 'is_approved is not a known field'],
    [{ photo_id: 'one' }, 'Photo not found'],
  ])('is refused with %j', async (given, message) => {
    const { body } = await post(given).expect(400);

    expect(body.message).toBe(message);
  });

  it('is counted as a person counts characters', async () => {
    await post({ content: '👩‍🎨'.repeat(1000) }).expect(201);
    await post({ content: '👩‍🎨'.repeat(1001) }).expect(400);
  });

  it('needs a photo that is there', async () => {
    await post({ photo_id: 999 }).expect(404);
  });
});

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
