import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Gallery, Photo } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { createComment, createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** Guessed ids; publication.test.ts covers each surface. */
const HIDDEN = 'Zyzzyva nobody may know of';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let hidden: Photo;
let closed: Gallery;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
  const shown = await createPhoto(api.database, { title: 'Harbour' });
  hidden = await createPhoto(api.database, { title: HIDDEN, description: HIDDEN, isForSale: true });
  await createGallery(api.database, { slug: 'open', photos: [shown] });
  closed = await createGallery(api.database, { slug: 'closed', title: HIDDEN, isActive: false, photos: [hidden] });
  await createComment(api.database, hidden, { content: HIDDEN });
  await createComment(api.database, shown, { content: HIDDEN, isApproved: false });
  await api.storage.write(PHOTO_KEYS.rendition(hidden.id, String(hidden.version), 640, 'jpeg'), Buffer.from('picture'));
});
afterAll(() => api.stop());

describe('a hidden photo', () => {
  it('is in no list', async () => {
    for (const path of [
      '/api/photos',
      '/api/photos?limit=200',
      '/api/photos?search=Zyzzyva',
      '/api/photos?for_sale=true',
      '/api/photos?status=ready',
      `/api/photos?gallery_id=${closed.id}`,
      '/api/photos?embed=base64',
      '/api/galleries',
      '/api/galleries?status=all',
      '/api/galleries?status=inactive',
      '/api/galleries/open',
      '/api/news',
      '/api/public/settings',
    ]) {
      const { text } = await api.visitor.get(path).expect(200);
      expect({ path, isLeaked: text.includes('Zyzzyva') || text.includes(`/media/${hidden.id}/`) }).toEqual({
        path,
        isLeaked: false,
      });
    }
  });

  it('is in no count', async () => {
    const total = async (query: string) => (await api.visitor.get(`/api/photos?${query}`).expect(200)).body.total;

    expect(await total('')).toBe(1);
    expect(await total('search=Zyzzyva')).toBe(await total('search=nothing-like-it'));
    expect(await total('for_sale=true')).toBe(0);
    expect(await total(`gallery_id=${closed.id}`)).toBe(await total('gallery_id=999999'));
    const { body } = await api.visitor.get('/api/galleries').expect(200);
    expect([body.total, body.galleries[0].photo_count]).toEqual([1, 1]);
  });

  it('is not reached by an administrator’s cursor', async () => {
    const { body } = await admin.get('/api/photos?limit=1').expect(200);
    expect(body.photos[0].title).toBe(HIDDEN);

    const page = await api.visitor.get(`/api/photos?limit=200&cursor=${body.next_cursor}`).expect(400);

    expect(page.text).not.toContain('Zyzzyva');
  });
});

it('a foreign token identifies nobody', async () => {
  for (const authorization of ['Bearer 1', 'Bearer null', 'Basic ZGVtbzpkZW1v', `Bearer ${hidden.id}`]) {
    await api.visitor.get(`/api/photos/${hidden.id}`).set('authorization', authorization).expect(401);
  }
  await api.visitor.get(`/api/photos/${hidden.id}`).set('x-user-id', '1').expect(404);
  await api.visitor.get(`/api/photos/${hidden.id}?user_id=1&isAdmin=true`).expect(404);
  await api.visitor.get(`/api/photos/${hidden.id}`).set('cookie', 'token=1; admin=true').expect(404);
});
