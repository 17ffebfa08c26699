import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Photo } from '@portfolio/database';
import { createComment, createPhoto, isFullLevel } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const ROUNDS = isFullLevel ? 20 : 4;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photo: Photo;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, blocked_senders, settings cascade');
  photo = await createPhoto(api.database);
});

const post = (author_email = 'zoe@example.com') =>
  api.visitor
    .post('/api/comments')
    .send({ photo_id: photo.id, author_name: 'Zoë', author_email, content: 'Lovely light.' });
const listed = async () => (await api.visitor.get(`/api/comments/photo/${photo.id}`).expect(200)).body;
const pending = async () => (await admin.get('/api/admin/dashboard').expect(200)).body.pendingComments;

describe('a reply of the artist', () => {
  const reply = (id: number, content: unknown) => admin.put(`/api/comments/${id}/reply`).send({ content });

  it('approves its comment, is public with it, and counts as no comment', async () => {
    const { id } = await createComment(api.database, photo, { isApproved: false });
    expect(await pending()).toBe(1);

    const { body } = await reply(id, 'Thank you.\nIt was cold.').expect(200);

    expect(body.comment).toMatchObject({ id, is_approved: true, reply: { content: 'Thank you.\nIt was cold.' } });
    expect(await listed()).toMatchObject({ total: 1, comments: [{ id, reply: body.comment.reply }] });
    expect(await pending()).toBe(0);

    await admin.put(`/api/comments/${id}/approve`).send({ is_approved: false }).expect(200);
    expect((await listed()).comments).toEqual([]);
  });

  it('is replaced, and removed by an empty one, which approves nothing', async () => {
    const { id } = await createComment(api.database, photo, { isApproved: false });
    await reply(id, 'Thanks').expect(200);
    await reply(id, 'Thank you').expect(200);
    await admin.put(`/api/comments/${id}/approve`).send({ is_approved: false }).expect(200);

    const { body } = await reply(id, ' ').expect(200);

    expect(body.comment).toMatchObject({ id, is_approved: false });
    expect(body.comment).not.toHaveProperty('reply');
  });

  it.each([
    ['x'.repeat(1001), 'Reply is too long (max 1000 characters)'],
    [null, 'Reply must be text'],
  ])('is refused with %j', async (content, message) => {
    const { id } = await createComment(api.database, photo);

    expect((await reply(id, content).expect(400)).body.message).toBe(message);
  });

  it('needs the administrator and a comment', async () => {
    const { id } = await createComment(api.database, photo);

    await api.visitor.put(`/api/comments/${id}/reply`).send({ content: 'Me' }).expect(401);
    expect((await reply(999, 'Thanks').expect(404)).body.code).toBe('comment.not-found');
  });
});

describe('closed comments', () => {
  const saveSite = (comments_open: string) =>
    admin.put('/api/admin/settings/website').send({ settings: { comments_open } }).expect(200);
  const savePhoto = (comments_open: boolean) =>
    admin.put(`/api/photos/${photo.id}`).send({ comments_open }).expect(200);

  it.each([
    ['of the whole site', () => saveSite('false'), () => saveSite('true')],
    ['of a photo', () => savePhoto(false), () => savePhoto(true)],
  ])('%s refuse new ones until they open again, and existing ones stay', async (_, close, open) => {
    await createComment(api.database, photo);
    expect((await listed()).is_open).toBe(true);

    await close();
    const { body } = await post().expect(409);
    expect(body).toMatchObject({ code: 'comment.closed', message: 'Comments are closed.' });
    expect(await listed()).toMatchObject({ is_open: false, total: 1 });

    await open();
    await post().expect(201);
    expect((await listed()).is_open).toBe(true);
  });

  it('are a field of the photo for the administrator only', async () => {
    const { body } = await savePhoto(false);
    expect(body.photo.comments_open).toBe(false);
    expect((await api.visitor.get(`/api/photos/${photo.id}`).expect(200)).body.photo).not.toHaveProperty(
      'comments_open',
    );
  });
});

describe('a blocked sender', () => {
  const block = async (sender: string) =>
    (await admin.post('/api/admin/blocked-senders').send({ sender }).expect(201)).body.blocked_sender;
  const senders = async () => (await admin.get('/api/admin/blocked-senders').expect(200)).body;

  it.each([
    ['spam@example.com', 'Spam@Example.com', 'other@example.com'],
    ['Example.com', 'a@mail.example.com', 'a@notexample.com'],
  ])(
    '%s gets the usual response to a comment of %s, which is dropped; %s is not blocked',
    async (sender, bad, good) => {
      const blocked = await block(sender);
      expect(await block(sender.toUpperCase())).toEqual(blocked);

      const accepted = (await post(good).expect(201)).body.comment;
      const dropped = (await post(bad).expect(201)).body.comment;

      expect(Object.keys(dropped)).toEqual(Object.keys(accepted));
      expect(dropped).toMatchObject({ ...accepted, id: expect.any(Number), created_at: expect.any(String) });
      expect(dropped.id).toBeGreaterThan(accepted.id);
      expect((await admin.get('/api/comments').expect(200)).body.comments.map(({ id }: { id: number }) => id)).toEqual([
        accepted.id,
      ]);
      expect(await senders()).toMatchObject({
        total: 1,
        blocked_senders: [{ sender: sender.toLowerCase(), dropped_comments: 1, last_dropped_at: expect.any(String) }],
      });

      await admin.delete(`/api/admin/blocked-senders/${blocked.id}`).expect(200);
      await post(bad).expect(201);
      expect((await admin.get('/api/comments').expect(200)).body.total).toBe(2);
      expect((await senders()).blocked_senders).toEqual([]);
      await admin.delete(`/api/admin/blocked-senders/${blocked.id}`).expect(404);
    },
  );

  it('may be unblocked while it is blocked again', async () => {
    const clients = Array.from({ length: 6 }, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id } = await block('spam@example.com');
        await admin.delete(`/api/admin/blocked-senders/${id}`);
      }
    });
    await Promise.all(clients);

    expect((await senders()).blocked_senders).toEqual([]);
  });

  it.each(['', 'nowhere', '@example.com', 'a b@example.com', 'https://example.com'])('is not %j', async (sender) => {
    const { body } = await admin.post('/api/admin/blocked-senders').send({ sender }).expect(400);
    expect(body.message).toBe('Enter an email address or a domain, such as example.com');
  });
});

it('the list of comments has a thumbnail of each photo, also of a hidden one', async () => {
  await createComment(api.database, photo);
  await createComment(api.database, await createPhoto(api.database, { visibility: 'hidden' }));

  const { comments } = (await admin.get('/api/comments').expect(200)).body;

  expect(comments).toHaveLength(2);
  for (const { photo_id, photo_thumbnail_url } of comments) {
    expect(photo_thumbnail_url).toMatch(new RegExp(`^/media/${photo_id}/\\w+/320\\.jpeg\\?ticket=`));
  }
});
