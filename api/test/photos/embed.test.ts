import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Gallery, Photo } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const PHOTOS = 26;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photo: Photo;
let gallery: Gallery;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
  const photos: Photo[] = [];
  for (let count = 0; count < PHOTOS; count += 1) photos.push(await createPhoto(api.database));
  // Newest in the list and first in the gallery. The others have no files.
  photo = photos.at(-1)!;
  gallery = await createGallery(api.database, { slug: 'shown', photos: [...photos].reverse() });
  for (const width of [320, 640, 1600]) {
    const key = PHOTO_KEYS.rendition(photo.id, String(photo.version), width, 'jpeg');
    await api.storage.write(key, Buffer.from(`${width} wide`));
  }
});
afterAll(() => api.stop());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const EMBEDDED = /_base64$/;
const embeddedIn = (view: object) =>
  Object.keys(view)
    .filter((name) => EMBEDDED.test(name))
    .sort();

describe('?embed=base64', () => {
  it('embeds image and thumbnails of one photo', async () => {
    const { body } = await api.visitor.get(`/api/photos/${photo.id}?embed=base64`).expect(200);

    expect(body.photo).toMatchObject({
      image_base64: base64('1600 wide'),
      large_thumbnail_base64: base64('640 wide'),
      small_thumbnail_base64: base64('320 wide'),
    });
  });

  it.each(['/api/photos', '/api/galleries/shown'])('embeds at most 24 pairs of thumbnails in %s', async (path) => {
    for (const query of ['embed=base64', 'embed=base64&limit=200']) {
      const { body } = await api.visitor.get(`${path}?${query}`).expect(200);

      expect(body.photos).toHaveLength(24);
      expect(body.total).toBe(PHOTOS);
      expect(body.photos[0]).toMatchObject({
        large_thumbnail_base64: base64('640 wide'),
        small_thumbnail_base64: base64('320 wide'),
      });
      expect(embeddedIn(body.photos[0])).toEqual(['large_thumbnail_base64', 'small_thumbnail_base64']);
      const rest = await api.visitor.get(`${path}?embed=base64&cursor=${body.next_cursor}`).expect(200);
      expect(rest.body.photos).toHaveLength(PHOTOS - 24);
      expect(rest.body.next_cursor).toBeNull();
    }
    expect((await api.visitor.get(`${path}?embed=base64&limit=3`).expect(200)).body.photos).toHaveLength(3);
  });

  it('embeds null for a missing file, and for a photo that is not ready', async () => {
    const none = { image_base64: null, large_thumbnail_base64: null, small_thumbnail_base64: null };
    const unfinished = await createPhoto(api.database, { status: 'processing' });
    const withoutFiles = await createPhoto(api.database);

    for (const { id } of [unfinished, withoutFiles]) {
      const { body } = await admin.get(`/api/photos/${id}?embed=base64`).expect(200);
      expect(body.photo).toMatchObject(none);
    }
    await admin.delete(`/api/photos/${unfinished.id}`).expect(200);
    await admin.delete(`/api/photos/${withoutFiles.id}`).expect(200);
  });

  it('is off by default, and rejects other values', async () => {
    for (const path of ['/api/photos', '/api/galleries/shown']) {
      expect(embeddedIn((await api.visitor.get(path).expect(200)).body.photos[0])).toEqual([]);
      await api.visitor.get(`${path}?embed=url`).expect(400);
    }
    expect(embeddedIn((await api.visitor.get(`/api/photos/${photo.id}`).expect(200)).body.photo)).toEqual([]);
    await api.visitor.get(`/api/photos/${photo.id}?embed=url`).expect(400);
    await api.visitor.get(`/api/photos/${photo.id}?embed=base64&embed=base64`).expect(400);
  });

  it('embeds photos of an inactive gallery for the administrator only', async () => {
    await admin.put(`/api/galleries/${gallery.id}`).send({ is_active: false }).expect(200);

    await api.visitor.get('/api/galleries/shown?embed=base64').expect(404);
    await api.visitor.get(`/api/photos/${photo.id}?embed=base64`).expect(404);
    const { body } = await admin.get(`/api/photos/${photo.id}?embed=base64`).expect(200);
    expect(body.photo.image_base64).toBe(base64('1600 wide'));
    await admin.put(`/api/galleries/${gallery.id}`).send({ is_active: true }).expect(200);
  });
});
