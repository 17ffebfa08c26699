import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Gallery, Photo } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** public-web/server/security/unpublished-image.test.ts covers the caches of public-web. */
let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());

let photo: Photo;
let gallery: Gallery;
let address: string;
let etag: string;
beforeEach(async () => {
  photo = await createPhoto(api.database);
  gallery = await createGallery(api.database, { photos: [photo] });
  for (const format of ['avif', 'webp', 'jpeg']) {
    await api.storage.write(PHOTO_KEYS.rendition(photo.id, String(photo.version), 640, format), Buffer.from('picture'));
  }
  address = `/media/${photo.id}/${photo.version}/640.jpeg`;
  etag = String((await api.visitor.get(address).expect(200)).headers.etag);
});

/** Ways to unpublish a photo. */
const WAYS: [string, () => Promise<unknown>][] = [
  ['its gallery is inactive', () => admin.put(`/api/galleries/${gallery.id}`).send({ is_active: false }).expect(200)],
  ['it is deleted', () => admin.delete(`/api/photos/${photo.id}`).expect(200)],
  [
    'it is deleted in bulk',
    () =>
      admin
        .post('/api/photos/batch/delete')
        .send({ photo_ids: [photo.id] })
        .expect(200),
  ],
];

describe.each(WAYS)('once %s', (_, unpublish) => {
  it('its address is not found, also for conditional and range requests', async () => {
    await unpublish();

    const request = () => api.visitor.get(address);
    for (const [condition, response] of Object.entries({
      plainly: await request(),
      head: await api.visitor.head(address),
      'with its tag': await request().set('if-none-match', etag),
      'with its weak tag': await request().set('if-none-match', `W/${etag}`),
      'with any tag': await request().set('if-none-match', '*'),
      'with a date': await request().set('if-modified-since', new Date().toUTCString()),
      'for its beginning': await request().set('range', 'bytes=0-1'),
      'for its end': await request().set('range', 'bytes=-1'),
      'for a part it has not': await request().set('range', 'bytes=999-'),
      'for a part of the version it knows': await request().set('range', 'bytes=0-1').set('if-range', etag),
      'with a query': await api.visitor.get(`${address}?v=2`),
      'with an empty ticket': await api.visitor.get(`${address}?ticket=`),
      'for another format': await api.visitor.get(address.replace('.jpeg', '.avif')),
      'for an earlier version': await api.visitor.get(`/media/${photo.id}/0000/640.jpeg`),
    })) {
      expect({ condition, status: response.status }).toEqual({ condition, status: 404 });
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers).not.toHaveProperty('etag');
    }
    expect([404, 410]).toContain((await api.visitor.get(`/api/photos/${photo.id}?embed=base64`)).status);
    const { text } = await api.visitor.get('/api/photos?embed=base64').expect(200);
    expect(text).not.toContain(`/media/${photo.id}/`);
  });
});
