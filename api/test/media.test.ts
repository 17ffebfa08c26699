import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Photo } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let photo: Photo;
beforeAll(async () => {
  api = await startTestApi();
  photo = await createPhoto(api.database);
  await api.storage.write(
    PHOTO_KEYS.rendition(photo.id, String(photo.version), 640, 'avif'),
    Buffer.from('the picture'),
  );
});
afterAll(() => api.stop());

it('is served with its type, its length and for ever', async () => {
  const { body, headers } = await api.visitor.get(`/media/${photo.id}/${photo.version}/640.avif`).expect(200);

  expect(body.toString()).toBe('the picture');
  expect(headers).toMatchObject({
    'content-type': 'image/avif',
    'content-length': '11',
    'cache-control': 'public, max-age=31536000, immutable, s-maxage=0',
    'x-content-type-options': 'nosniff',
  });
});

it('is not sent again to a browser that has it', async () => {
  const address = `/media/${photo.id}/${photo.version}/640.avif`;
  const { headers } = await api.visitor.head(address).expect(200);

  await api.visitor.get(address).set('if-none-match', String(headers.etag)).expect(304);
});

it.each([
  ['another version', () => `/media/${photo.id}/abcdef/640.avif`],
  ['a size that was not made', () => `/media/${photo.id}/${photo.version}/641.avif`],
  ['a format that was not made', () => `/media/${photo.id}/${photo.version}/640.svg`],
  ['another photo', () => `/media/999/${photo.version}/640.avif`],
  ['a way out of the folder', () => `/media/${photo.id}/..%2f..%2f..%2foriginals/640.avif`],
  ['a NUL', () => `/media/${photo.id}/${photo.version}/640.avif%00`],
  ['an original', () => `/media/${photo.originalKey}`],
])('answers 404 for %s', async (_, address) => {
  const { body } = await api.visitor.get(address()).expect(404);

  expect(body.statusCode).toBe(404);
});
