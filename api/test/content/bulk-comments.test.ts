import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@portfolio/contracts';
import { Comment, type Photo } from '@portfolio/database';
import { createComment, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photo: Photo;
let ids: number[];
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos cascade');
  photo = await createPhoto(api.database);
  ids = [];
  for (const content of ['one', 'two', 'three']) {
    ids.push((await createComment(api.database, photo, { content, isApproved: false })).id);
  }
});

const UNKNOWN_ID = 2_000_000_000;
const decide = (comment_ids: unknown, is_approved?: unknown) =>
  admin.put('/api/comments/batch/approve').send({ comment_ids, ...(is_approved !== undefined && { is_approved }) });
const remove = (comment_ids: unknown) => admin.post('/api/comments/batch/delete').send({ comment_ids });
/** Comments that visitors see on the photo. */
const shown = async () =>
  (await api.visitor.get(`/api/comments/photo/${photo.id}`).expect(200)).body.comments.map(
    ({ content }: { content: string }) => content,
  );

describe('bulk moderation', () => {
  it('approves and rejects comments in one request', async () => {
    const { body } = await decide(ids.slice(0, 2)).expect(200);

    expect(body).toEqual({ count: 2, message: '2 comments approved' });
    expect(await shown()).toEqual(['one', 'two']);
    expect((await api.visitor.get(`/api/photos/${photo.id}`)).body.photo.comment_count).toBe(2);

    expect((await decide(ids, true).expect(200)).body).toEqual({ count: 3, message: '3 comments approved' });
    const rejected = await decide(ids.slice(0, 1), false).expect(200);
    expect(rejected.body).toEqual({ count: 1, message: '1 comment rejected' });
    expect(await shown()).toEqual(['two', 'three']);
  });

  it('deletes comments on any photos', async () => {
    const elsewhere = await createComment(api.database, await createPhoto(api.database));

    const { body } = await remove([elsewhere.id, ids[1]]).expect(200);

    expect(body).toEqual({ count: 2, message: '2 comments deleted' });
    await decide(ids);
    expect(await shown()).toEqual(['one', 'three']);
    expect(await api.database.getRepository(Comment).count()).toBe(2);
  });

  it('skips deleted comments', async () => {
    expect((await decide([UNKNOWN_ID, ids[0]]).expect(200)).body).toEqual({ count: 1, message: '1 comment approved' });
    expect((await remove([UNKNOWN_ID, ids[0]]).expect(200)).body).toEqual({ count: 1, message: '1 comment deleted' });
    expect((await remove([ids[0]]).expect(200)).body).toEqual({ count: 0, message: '0 comments deleted' });
  });

  it.each([
    [undefined, 'Please select at least one comment'],
    [[], 'Please select at least one comment'],
    [[1, 1], 'One of the selected comments is not valid'],
    [['1'], 'One of the selected comments is not valid'],
    [[-1], 'One of the selected comments is not valid'],
    [Array.from({ length: LIMITS.batch + 1 }, (_, index) => index + 1), 'At most 500 can be selected at once'],
  ])('rejects %j', async (wrong, message) => {
    for (const request of [decide(wrong), remove(wrong)]) {
      const { body } = await request.expect(400);
      expect(body).toMatchObject({ code: 'request.invalid', message, errors: { comment_ids: message } });
    }
  });

  it('requires a boolean decision', async () => {
    const { body } = await decide(ids, 'yes').expect(400);

    expect(body.errors).toEqual({ is_approved: 'is_approved must be true or false' });
    expect(await shown()).toEqual([]);
  });

  it('requires a session', async () => {
    await api.visitor.put('/api/comments/batch/approve').send({ comment_ids: ids }).expect(401);
    await api.visitor.post('/api/comments/batch/delete').send({ comment_ids: ids }).expect(401);

    expect(await api.database.getRepository(Comment).countBy({ isApproved: false })).toBe(3);
  });
});
