import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Photo } from '@portfolio/database';
import { createComment, createGallery, createPhoto } from '@portfolio/testing';
import { commitOnceBlocking } from '../commit-once-blocking.ts';
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
  await api.database.query('truncate photos cascade');
  photo = await createPhoto(api.database);
});

const comment = { author_name: 'Zoë Ågren-Nguyễn', author_email: 'zoe@example.com', content: 'Lovely.' };
const post = (given: object) => api.visitor.post('/api/comments').send({ photo_id: photo.id, ...comment, ...given });
const listed = async () => (await api.visitor.get(`/api/comments/photo/${photo.id}`).expect(200)).body;

describe('a comment', () => {
  it('is public after its approval, without the author’s email', async () => {
    const { body } = await post({}).expect(201);
    expect(body.comment.is_approved).toBe(false);
    expect((await listed()).comments).toEqual([]);

    await admin.put(`/api/comments/${body.comment.id}/approve`).expect(200);

    const { comments } = await listed();
    expect(comments).toEqual([{ ...body.comment, is_approved: true }]);
    expect(JSON.stringify(comments)).not.toContain('zoe@example.com');
  });

  it('is accepted with an invalid token', async () => {
    await post({}).set('authorization', 'Bearer expired').expect(201);

    await api.visitor.get(`/api/comments/photo/${photo.id}`).set('authorization', 'Bearer expired').expect(401);
  });

  it('can be rejected again, by the administrator only', async () => {
    const { id } = await createComment(api.database, photo);

    const { body } = await admin.put(`/api/comments/${id}/approve`).send({ is_approved: false }).expect(200);

    expect(body.comment).toMatchObject({ id, is_approved: false, author_email: 'ruth@example.com' });
    expect((await listed()).total).toBe(0);
    await admin.put(`/api/comments/${id}/approve`).send({ is_approved: null }).expect(200);
    expect((await listed()).total).toBe(1);
    await api.visitor.put(`/api/comments/${id}/approve`).expect(401);
    await admin.put('/api/comments/999/approve').expect(404);
  });

  it('is approved by a request without a body, with any content type', async () => {
    const approve = async (headers: Record<string, string>) => {
      const { id } = await createComment(api.database, photo, { isApproved: false });
      const { body } = await admin.put(`/api/comments/${id}/approve`).set(headers).expect(200);
      return body.comment;
    };

    expect(await approve({})).toMatchObject({ is_approved: true, photo_title: 'Harbour' });
    expect(await approve({ 'content-type': 'application/json' })).toMatchObject({ is_approved: true });
  });

  it('on a hidden photo is visible to the administrator only', async () => {
    await createGallery(api.database, { isActive: false, photos: [photo] });
    await createComment(api.database, photo);
    await createComment(api.database, photo, { isApproved: false });

    const { body } = await admin.get(`/api/comments/photo/${photo.id}`).expect(200);

    expect(body).toMatchObject({ total: 1, comments: [{ author_name: 'Ruth Calder', is_approved: true }] });
    expect(JSON.stringify(body)).not.toContain('ruth@example.com');
    await api.visitor.get(`/api/comments/photo/${photo.id}`).expect(404);
    await admin.get('/api/comments/photo/999').expect(404);
  });

  it('is deleted once, by the administrator', async () => {
    const { id } = await createComment(api.database, photo);

    await api.visitor.delete(`/api/comments/${id}`).expect(401);
    const { body } = await admin.delete(`/api/comments/${id}`).expect(200);

    expect(body).toEqual({ message: 'Comment deleted successfully' });
    expect((await listed()).total).toBe(0);
    await admin.delete(`/api/comments/${id}`).expect(404);
  });

  it('is deleted with a JSON content type and no body', async () => {
    const { id } = await createComment(api.database, photo);

    await admin.delete(`/api/comments/${id}`).set('content-type', 'application/json').expect(200);
  });

  it('is listed oldest first, in pages', async () => {
    for (const content of ['one', 'two', 'three']) await createComment(api.database, photo, { content });
    const page = (query: string) => api.visitor.get(`/api/comments/photo/${photo.id}?limit=2${query}`).expect(200);

    const first = await page('');
    const second = await page(`&cursor=${first.body.next_cursor}`);

    const contents = [...first.body.comments, ...second.body.comments].map(({ content }) => content);
    expect(contents).toEqual(['one', 'two', 'three']);
    expect(second.body.next_cursor).toBeNull();
  });

  it.each([
    [{ author_email: '' }, 'Email is required'],
    [{ author_name: 'Ruth\nCalder' }, 'Name contains invalid characters'],
    [{ content: '\u200b\u200b\u200b' }, 'Comment is required'],
    [{ photo_id: 'one' }, 'Photo is not valid'],
    [{ photo_id: undefined, author_name: undefined }, 'Name is required'],
  ])('is rejected with %j', async (given, message) => {
    const { body } = await post(given).expect(400);

    expect(body.message).toBe(message);
  });

  it('is counted in graphemes', async () => {
    await post({ content: '👩‍🎨'.repeat(1000) }).expect(201);
    await post({ content: '👩‍🎨'.repeat(1001) }).expect(400);
  });

  it('requires an existing photo', async () => {
    const { body } = await post({ photo_id: 999 }).expect(404);

    expect(body.code).toBe('photo.not-found');
  });

  it('is rejected when its photo is deleted concurrently', async () => {
    const deleting = api.database.createQueryRunner();
    await deleting.startTransaction();
    await deleting.query('delete from photos where id = $1', [photo.id]);
    const posted = post({}).expect(404);
    await Promise.all([posted, commitOnceBlocking(api.database, deleting)]);
    await deleting.release();
  });
});

describe('the list of all comments', () => {
  const list = async (query = '') => (await admin.get(`/api/comments${query}`).expect(200)).body;
  const contents = (body: { comments: { content: string }[] }) => body.comments.map(({ content }) => content);

  beforeEach(async () => {
    await createComment(api.database, photo, { content: 'first' });
    await createComment(api.database, photo, { content: 'second', isApproved: false });
    await createComment(api.database, await createPhoto(api.database, { title: 'Groyne' }), { content: 'third' });
  });

  it('has every comment, newest first, with the author’s email and the photo’s title', async () => {
    const body = await list();

    expect(contents(body)).toEqual(['third', 'second', 'first']);
    expect(body).toMatchObject({ total: 3, next_cursor: null });
    expect(body.comments[0]).toEqual({
      id: expect.any(Number),
      photo_id: expect.any(Number),
      photo_title: 'Groyne',
      photo_thumbnail_url: expect.stringMatching(/^\/media\/\d+\/\w+\/320\.jpeg\?ticket=/),
      author_name: 'Ruth Calder',
      author_email: 'ruth@example.com',
      content: 'third',
      is_approved: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it.each([
    ['pending', ['second']],
    ['approved', ['third', 'first']],
    ['all', ['third', 'second', 'first']],
  ])('filters by status %s', async (status, expected) => {
    const body = await list(`?status=${status}`);

    expect(contents(body)).toEqual(expected);
    expect(body.total).toBe(expected.length);
  });

  it('has pages', async () => {
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);

    expect([contents(first), contents(second)]).toEqual([['third', 'second'], ['first']]);
    expect([first.total, second.total, second.next_cursor]).toEqual([3, 3, null]);
  });

  it('rejects unknown statuses', async () => {
    const refused = await admin.get('/api/comments?status=spam').expect(400);
    expect(refused.body.message).toBe('status must be one of pending, approved, all');
  });

  it('requires a session', async () => {
    await api.visitor.get('/api/comments').expect(401);
    await api.visitor.get('/api/comments?status=approved').expect(401);
  });
});
