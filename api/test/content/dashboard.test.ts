import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FIRST_ACCOUNT_NAME } from '@portfolio/contracts';
import { createBackground, createComment, createGallery, createMessage, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());

const dashboard = async () => (await admin.get('/api/admin/dashboard').expect(200)).body;

it('the dashboard has only zeros on a new site', async () => {
  expect(await dashboard()).toEqual({
    galleries: 0,
    photos: 0,
    comments: 0,
    pendingComments: 0,
    unreadMessages: 0,
    processingPhotos: 0,
    failedPhotos: 0,
    recentPhotos: [],
    recentComments: [],
    firstSteps: { profile: true, texts: false, photos: false, gallery: false, look: false, dismissed: false },
  });
});

describe('the first steps', () => {
  const steps = async () => (await dashboard()).firstSteps;
  const save = (settings: object) => admin.put('/api/admin/settings/website').send({ settings }).expect(200);
  beforeEach(() => api.database.query('truncate settings, background_images, photos, galleries cascade'));

  it('include the profile after the account is renamed', async () => {
    await api.database.query('update users set name = $1', [FIRST_ACCOUNT_NAME]);
    expect(await steps()).toMatchObject({ profile: false });

    const { body } = await admin.get('/api/auth/me').expect(200);
    await admin.put('/api/admin/settings/profile').send({ name: 'Ruth Calder', email: body.user.email }).expect(200);
    expect(await steps()).toMatchObject({ profile: true });
  });

  it.each([
    ['without an imprint', { artist_name: 'Ruth', about_story: 'I am Ruth.', imprint: ' \n\u200b' }, false],
    ['without a story', { artist_name: 'Ruth', imprint: '1 Quay' }, false],
    ['without a name', { about_story: 'I am Ruth.', imprint: '1 Quay' }, false],
    ['with all three', { artist_name: 'Ruth', about_story: 'I am Ruth.', imprint: '1 Quay' }, true],
    [
      'with a title instead of a name',
      { site_title: 'Slow Light', about_story: 'I am Ruth.', imprint: '1 Quay' },
      true,
    ],
  ])('include texts %s: %j is %s', async (_, settings, texts) => {
    await save(settings);

    expect(await steps()).toMatchObject({ texts });
  });

  it('include photos and galleries with the first photo and the first gallery with photos', async () => {
    await createPhoto(api.database, { status: 'failed', failure: 'It is damaged.' });
    await createGallery(api.database);
    expect(await steps()).toMatchObject({ photos: false, gallery: false });

    const photo = await createPhoto(api.database, { status: 'processing' });
    expect(await steps()).toMatchObject({ photos: true, gallery: false });

    await createGallery(api.database, { photos: [photo] });
    expect(await steps()).toMatchObject({ photos: true, gallery: true });
  });

  it.each(['dark_theme', 'full_page_background'])(
    'include the appearance after a choice of %s, also of the default',
    async (name) => {
      expect(await steps()).toMatchObject({ look: false });

      await save({ [name]: 'false' });
      expect(await steps()).toMatchObject({ look: true });
    },
  );

  it('include the appearance with a background image that has not failed', async () => {
    const { id } = await createBackground(api.database);
    expect(await steps()).toMatchObject({ look: true });

    await api.database.query(`update background_images set status = 'failed' where id = $1`, [id]);
    expect(await steps()).toMatchObject({ look: false });
  });

  it('can be dismissed for the whole site, and shown again', async () => {
    await save({ first_steps_dismissed: 'true' });
    expect(await steps()).toMatchObject({ dismissed: true, look: false });

    await save({ first_steps_dismissed: 'false' });
    expect(await steps()).toMatchObject({ dismissed: false });
  });
});

it('the dashboard counts public and hidden rows and lists the latest five photos and comments', async () => {
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

  const body = await dashboard();

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

it('the dashboard requires a session', async () => {
  await api.visitor.get('/api/admin/dashboard').expect(401);
});
