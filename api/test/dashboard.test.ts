import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createComment, createGallery, createMessage, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());

const ask = async () => (await admin.get('/api/admin/dashboard').expect(200)).body;

it('is all noughts on a new site', async () => {
  expect(await ask()).toEqual({
    galleries: 0,
    photos: 0,
    comments: 0,
    pendingComments: 0,
    unreadMessages: 0,
    processingPhotos: 0,
    failedPhotos: 0,
    recentPhotos: [],
    recentComments: [],
  });
});

it('counts everything, also what visitors do not see, and shows the latest five photos and comments', async () => {
  const photos = [];
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) photos.push(await createPhoto(api.database, { title }));
  await createPhoto(api.database, { title: 'Six', status: 'processing' });
  await createPhoto(api.database, { title: 'Seven', status: 'failed', failure: 'It is damaged.' });
  const [one, five] = [photos[0]!, photos[4]!];
  await createGallery(api.database, { title: 'Hidden', isActive: false, photos: [five] });
  await createGallery(api.database, { photos: [five] });
  for (const content of ['a', 'b', 'c', 'd', 'e']) await createComment(api.database, one, { content });
  await createComment(api.database, five, { content: 'f', isApproved: false });
  await createMessage(api.database);
  await createMessage(api.database, { isRead: true });

  const body = await ask();

  expect(body).toMatchObject({
    galleries: 2,
    photos: 7,
    comments: 5,
    pendingComments: 1,
    unreadMessages: 1,
    processingPhotos: 1,
    failedPhotos: 1,
  });
  expect(body.recentPhotos.map(({ title }: { title: string }) => title)).toEqual([
    'Seven',
    'Six',
    'Five',
    'Four',
    'Three',
  ]);
  expect(body.recentPhotos[2]).toMatchObject({
    gallery_title: 'Hidden',
    image_url: expect.stringContaining('/media/'),
  });
  expect(body.recentPhotos[3]).toMatchObject({ gallery_title: null });
  expect(body.recentComments.map(({ content }: { content: string }) => content)).toEqual(['f', 'e', 'd', 'c', 'b']);
  expect(body.recentComments[0]).toMatchObject({
    photo_title: 'Five',
    author_email: 'ruth@example.com',
    is_approved: false,
  });
});

it('is for the administrator alone', async () => {
  await api.visitor.get('/api/admin/dashboard').expect(401);
});
