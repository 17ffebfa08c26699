import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Photo } from '@portfolio/database';
import { STORAGE, TRASH, trashKey, type Storage } from '@portfolio/storage';
import { aJpeg, createComment, createGallery, createPhoto } from '@portfolio/testing';
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
  await api.database.query('truncate photos, galleries cascade');
  for (const folder of ['originals', TRASH]) await api.storage.removeFolder(folder);
  const fileFacts = { camera: 'Canon EOS R5' };
  photo = await createPhoto(api.database, { title: 'Harbour', capturedAt: '2026-03-01T17:20:11.000', fileFacts });
  await api.storage.write(photo.originalKey, Buffer.from('the old original'));
});

const replace = (image: Buffer | string, id = photo.id) =>
  admin.post(`/api/photos/${id}/image`).attach('image', Buffer.from(image), 'retouched.jpg');
const row = () => api.database.getRepository(Photo).findOneByOrFail({ id: photo.id });
async function keys(folder: string) {
  const found: string[] = [];
  for await (const { key } of api.storage.list(folder)) found.push(key);
  return found.sort();
}

afterEach(() => void jest.restoreAllMocks());

describe('another image of a photo', () => {
  it('keeps the photo and its old renditions, and enqueues new ones', async () => {
    const gallery = await createGallery(api.database, { photos: [photo] });
    await createComment(api.database, photo);
    const before = (await admin.get(`/api/photos/${photo.id}`).expect(200)).body.photo;
    const enqueued = jest.spyOn(api.jobs, 'add');

    const image = await aJpeg({ width: 300, height: 400 });
    const { body } = await replace(image).expect(200);

    const after = await row();
    expect(body.photo).toMatchObject({
      ...{ id: photo.id, title: 'Harbour', status: 'ready', comment_count: 1, galleries: [{ id: gallery.id }] },
      ...{ renditions: before.renditions, width: before.width, height: before.height },
      upload: {
        file_name: 'retouched.jpg',
        content_hash: createHash('sha256').update(image).digest('hex'),
        captured_at: '2026-03-01T17:20:11.000',
      },
    });
    expect(after.fileFacts).toEqual({ camera: 'Canon EOS R5' });
    expect(after.contentHash).not.toBe(photo.contentHash);
    expect(after.version).toBe(photo.version);
    expect(enqueued.mock.calls).toEqual([['photo.refresh', { photoId: photo.id, version: after.contentHash }]]);
  });

  it('moves each older original to the trash, so that housekeeping finds none without a row', async () => {
    const older = new Set<string>();
    for (let width = 1; width <= 6; width += 1) {
      older.add((await row()).originalKey);
      await replace(await aJpeg({ width, height: 40 })).expect(200);
    }

    expect(await keys('originals')).toEqual([(await row()).originalKey]);
    expect(await keys(TRASH)).toEqual([...older].map(trashKey).sort());
  });

  it('does not fail where the older original cannot be moved', async () => {
    jest.spyOn(api.app.get<Storage>(STORAGE), 'copy').mockRejectedValue(new Error('The storage is unavailable'));

    await replace(await aJpeg({ width: 30, height: 40 })).expect(200);

    expect(await keys('originals')).toEqual([photo.originalKey, (await row()).originalKey].sort());
  });

  it('renders a failed photo again', async () => {
    photo = await createPhoto(api.database, { status: 'failed', failure: 'Damaged', version: null, renditions: [] });

    const enqueued = jest.spyOn(api.jobs, 'add');
    const { body } = await replace(await aJpeg({ width: 300, height: 400 })).expect(200);

    expect(body.photo).toMatchObject({ status: 'processing', failure: null, width: 300, height: 400 });
    expect(enqueued.mock.calls).toEqual([['photo.render', { photoId: photo.id }]]);
  });

  it.each<[string, () => Promise<Buffer | string>, number, number, string]>([
    ['that is no image', async () => 'text', 0, 415, 'image.unsupported'],
    [
      'that is damaged',
      async () => (await aJpeg({ width: 300, height: 400 })).subarray(0, 900),
      0,
      422,
      'image.damaged',
    ],
    ['of a photo that does not exist', () => aJpeg({ width: 30, height: 40 }), 999, 404, 'photo.not-found'],
  ])('%s is refused, and leaves no file', async (_, image, more, status, code) => {
    const { body } = await replace(await image(), photo.id + more).expect(status);

    expect(body.code).toBe(code);
    expect(await keys('originals')).toEqual([photo.originalKey]);
    expect(await row()).toMatchObject({ originalKey: photo.originalKey, contentHash: photo.contentHash });
  });

  it('of a photo in the trash is refused, and the photo keeps its original', async () => {
    await admin.delete(`/api/photos/${photo.id}`).expect(200);

    await replace(await aJpeg({ width: 30, height: 40 })).expect(404);

    await admin
      .post('/api/admin/trash/restore')
      .send({ photo_ids: [photo.id] })
      .expect(200);
    expect(await keys('originals')).toEqual([photo.originalKey]);
    expect(await row()).toMatchObject({ originalKey: photo.originalKey, contentHash: photo.contentHash });
  });

  it('needs an image', async () => {
    expect((await admin.post(`/api/photos/${photo.id}/image`).field('title', 'x').expect(400)).body.code).toBe(
      'image.missing',
    );
  });
});
