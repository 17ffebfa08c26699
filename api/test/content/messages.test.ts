import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Message, Photo } from '@portfolio/database';
import { QueueUnavailableError } from '@portfolio/jobs';
import { createGallery, createMessage, createPhoto } from '@portfolio/testing';
import { commitOnceBlocking } from '../commit-once-blocking.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos, messages cascade'));
afterEach(() => void jest.restoreAllMocks());

const letter = { name: 'Imke Brandt', email: 'imke@example.com', subject: 'A print', message: 'Is there\none left?' };
const send = (given: object = {}) => api.visitor.post('/api/contact').send({ ...letter, ...given });
const inbox = async (query = '') => (await admin.get(`/api/admin/messages${query}`).expect(200)).body;
const subjects = (body: { messages: { subject: string }[] }) => body.messages.map(({ subject }) => subject);

describe('a message', () => {
  it('is stored as typed and enqueued for mailing', async () => {
    const added = jest.spyOn(api.jobs, 'add');

    const { body } = await send().expect(201);

    expect(body).toEqual({ message: "Message sent successfully! I'll get back to you soon." });
    const { messages } = await inbox();
    expect(messages).toEqual([
      {
        id: expect.any(Number),
        ...letter,
        photo: null,
        is_read: false,
        mail_status: 'waiting',
        mail_failure: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
    expect(added.mock.calls).toEqual([['message.mail', { messageId: messages[0].id }]]);
  });

  it('is accepted while the queue is down', async () => {
    jest.spyOn(api.jobs, 'add').mockRejectedValue(new QueueUnavailableError('The queue does not answer'));

    await send().expect(201);

    expect((await inbox()).messages).toMatchObject([{ ...letter, mail_status: 'waiting' }]);
  });

  it.each([
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'x'.repeat(256) }, 'Name is too long'],
    [{ email: undefined }, 'Email is required'],
    [{ email: 'nowhere' }, 'Invalid email address'],
    [{ email: 'imke@example.com\r\nbcc: all@example.com' }, 'Invalid email address'],
    [{ subject: '' }, 'Subject is required'],
    [{ subject: 'x'.repeat(256) }, 'Subject is too long'],
    [{ message: '\n' }, 'Message is required'],
    [{ message: 'x'.repeat(5001) }, 'Message is too long'],
    [{ photo_id: 'one' }, 'Photo is not valid'],
    [{ is_read: true }, 'is_read is not a known field'],
  ])('is rejected with %j', async (given, message) => {
    const { body } = await send(given).expect(400);

    expect(body.message).toBe(message);
    expect(await api.database.getRepository(Message).count()).toBe(0);
  });

  it('is limited in graphemes, not bytes', async () => {
    await send({ name: '👩‍🎨'.repeat(255), subject: '👩‍🎨'.repeat(255), message: '👩‍🎨'.repeat(5000) }).expect(201);
  });
});

describe('a message about a photo', () => {
  it('names the photo, also when hidden, and survives its deletion', async () => {
    const photo = await createPhoto(api.database, { title: 'Groyne' });
    await send({ photo_id: photo.id }).expect(201);
    const about = async () => (await inbox()).messages[0].photo;

    expect(await about()).toEqual({ id: photo.id, title: 'Groyne' });
    await createGallery(api.database, { isActive: false, photos: [photo] });
    expect(await about()).toEqual({ id: photo.id, title: 'Groyne' });
    await api.database.getRepository(Photo).delete(photo.id);
    expect(await about()).toBeNull();
  });

  it('is rejected for a photo that visitors cannot see', async () => {
    const hidden = await createPhoto(api.database, { status: 'processing' });

    for (const photo_id of [hidden.id, 999]) {
      const { body } = await send({ photo_id }).expect(404);
      expect(body.code).toBe('photo.not-found');
    }
    expect(await api.database.getRepository(Message).count()).toBe(0);
  });

  it('is rejected when its photo is deleted concurrently', async () => {
    const photo = await createPhoto(api.database);
    const deleting = api.database.createQueryRunner();
    await deleting.startTransaction();
    await deleting.query('delete from photos where id = $1', [photo.id]);

    await Promise.all([send({ photo_id: photo.id }).expect(404), commitOnceBlocking(api.database, deleting)]);
    await deleting.release();
  });
});

describe('the inbox', () => {
  it('lists unread before read, newest first, with counts', async () => {
    for (const [subject, isRead] of Object.entries({ a: true, b: false, c: true, d: false })) {
      await createMessage(api.database, { subject, isRead });
    }

    const body = await inbox();

    expect(subjects(body)).toEqual(['d', 'b', 'c', 'a']);
    expect(body).toMatchObject({ total: 4, unread: 2, next_cursor: null });
  });

  it.each([1, 2, 3, 4, 5])('has pages of %i across unread and read messages', async (limit) => {
    for (const [subject, isRead] of Object.entries({ a: true, b: false, c: true, d: false, e: true })) {
      await createMessage(api.database, { subject, isRead });
    }
    const pages: string[][] = [];
    for (let cursor = ''; ;) {
      const body = await inbox(`?limit=${limit}${cursor}`);
      pages.push(subjects(body));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }

    expect(pages.flat()).toEqual(['d', 'b', 'e', 'c', 'a']);
    expect(pages).toHaveLength(Math.ceil(5 / limit));
  });

  it('continues after the last message of a page is read meanwhile', async () => {
    for (const subject of ['a', 'b', 'c']) await createMessage(api.database, { subject });
    const first = await inbox('?limit=2');
    await admin.put(`/api/admin/messages/${first.messages[1].id}/read`).expect(200);

    const second = await inbox(`?limit=1&cursor=${first.next_cursor}`);

    expect(subjects(second)).toEqual(['a']);
  });

  it('marks a message as read, with and without a body, and as unread', async () => {
    const { id } = await createMessage(api.database);
    const mark = async (body: object | undefined, headers: Record<string, string> = {}) =>
      (await admin.put(`/api/admin/messages/${id}/read`).set(headers).send(body).expect(200)).body.message;

    expect(await mark(undefined)).toMatchObject({ id, is_read: true });
    expect((await inbox()).unread).toBe(0);
    expect(await mark({ is_read: false })).toMatchObject({ id, is_read: false });
    expect((await inbox()).unread).toBe(1);
    expect(await mark(undefined, { 'content-type': 'application/json' })).toMatchObject({ id, is_read: true });
    expect(await mark({ is_read: null })).toMatchObject({ id, is_read: true });
  });

  it('deletes a message once', async () => {
    const { id } = await createMessage(api.database);

    const { body } = await admin.delete(`/api/admin/messages/${id}`).expect(200);

    expect(body).toEqual({ message: 'Message deleted successfully' });
    await admin.delete(`/api/admin/messages/${id}`).expect(404);
    await admin.put(`/api/admin/messages/${id}/read`).expect(404);
    expect((await inbox()).total).toBe(0);
  });

  it.each(['HARBOUR', 'imke@', 'Print', '100%_'])('finds %s in name, address, subject or text', async (text) => {
    const given = { name: 'Imke', subject: 'A print', content: 'The harbour, 100%_ rag?', isRead: true };
    await createMessage(api.database, given);
    await createMessage(api.database, {
      name: 'Jo',
      email: 'jo@example.com',
      subject: 'Hello',
      content: 'It is 1000 x',
    });

    const body = await inbox(`?search=${encodeURIComponent(text)}`);

    expect(body).toMatchObject({ total: 1, unread: 1, next_cursor: null });
    expect(subjects(body)).toEqual(['A print']);
  });

  it('marks and deletes several messages, and marks all', async () => {
    const ids = [];
    for (const name of ['A', 'B', 'C']) ids.push((await createMessage(api.database, { name })).id);
    const [a, b, c] = ids as [number, number, number];
    const mark = async (given: object) =>
      (await admin.put('/api/admin/messages/batch/read').send(given).expect(200)).body;

    expect(await mark({ message_ids: [a, b, 999] })).toEqual({ count: 2, message: '2 messages marked as read' });
    expect((await inbox()).unread).toBe(1);
    expect(await mark({})).toEqual({ count: 1, message: '1 message marked as read' });
    expect(await mark({ message_ids: [c], is_read: false })).toMatchObject({ count: 1 });
    expect((await inbox()).unread).toBe(1);

    const deletion = admin.post('/api/admin/messages/batch/delete').send({ message_ids: [a, c, 999] });
    expect((await deletion.expect(200)).body).toEqual({ count: 2, message: '2 messages deleted' });
    expect((await inbox()).messages.map(({ id }: { id: number }) => id)).toEqual([b]);
    expect((await mark({ message_ids: [b] })).count).toBe(0);
    await admin.put('/api/admin/messages/batch/read').send({ message_ids: [] }).expect(400);
    await api.visitor
      .post('/api/admin/messages/batch/delete')
      .send({ message_ids: [b] })
      .expect(401);
  });

  it('requires a session', async () => {
    const { id } = await createMessage(api.database);

    await api.visitor.get('/api/admin/messages').expect(401);
    await api.visitor.put(`/api/admin/messages/${id}/read`).expect(401);
    await api.visitor.delete(`/api/admin/messages/${id}`).expect(401);
    expect((await inbox()).unread).toBe(1);
  });
});
