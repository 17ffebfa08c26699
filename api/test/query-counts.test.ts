import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Photo } from '@portfolio/database';
import { createComment, createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());

const ADDRESSES = [
  '/api/photos',
  '/api/photos?limit=200&embed=base64',
  '/api/galleries',
  '/api/galleries/first',
  '/api/galleries/first?limit=20',
  '/api/admin/dashboard',
];

/** Queries that each address takes. */
async function queries(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const address of ADDRESSES) {
    const logged = jest.spyOn(api.database.logger, 'logQuery');
    await admin.get(address).expect(200);
    counts[address] = logged.mock.calls.length;
    logged.mockRestore();
  }
  return counts;
}

async function grow(slug: string) {
  const photos: Photo[] = [];
  for (let count = 0; count < 10; count += 1) {
    const photo = await createPhoto(api.database);
    await createComment(api.database, photo);
    photos.push(photo);
  }
  await createGallery(api.database, { slug, photos });
  await createGallery(api.database, { photos: [...photos].reverse() });
}

it('a list takes as many queries with much in it as with little', async () => {
  await grow('first');
  const few = await queries();

  await grow('second');
  await grow('third');

  expect(await queries()).toEqual(few);
  expect(Math.min(...Object.values(few))).toBeGreaterThan(1);
});
