import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { BackgroundImage, Photo } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { QUEUE_TABLES } from '@portfolio/jobs/queue-tables';
import {
  aJpeg,
  createGallery,
  createPhoto,
  createTestDatabase,
  describeWithRedis,
  startRedis,
  type TestDatabase,
  type TestRedis,
} from '@portfolio/testing';
import type { Test } from 'supertest';
import { startDatabaseProxy, type DatabaseProxy } from '../database-proxy.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const credentials = { email: DEMO_ACCOUNT.email, password: DEMO_ACCOUNT.password };
const UNAVAILABLE = {
  statusCode: 503,
  code: 'service.unavailable',
  message: 'The site is busy right now. Please try again in a moment.',
};
/** Title of a photo whose upload is interrupted. */
const HALF = 'Half an upload';
/** Milliseconds of a client's timeout. */
const DEADLINE = 10_000;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let image: Buffer;

beforeAll(async () => {
  image = await aJpeg({ width: 320, height: 240 });
});

const upload = (title: string) =>
  admin
    .post('/api/photos/upload')
    .timeout(DEADLINE)
    .field('title', title)
    .attach('image', image, { filename: 'photo.jpg', contentType: 'image/jpeg' });
const uploadBackground = () =>
  admin.post('/api/admin/settings/background-image').timeout(DEADLINE).attach('image', image, 'background.jpg');
const backgrounds = () => api.database.getRepository(BackgroundImage).count();
const photosTitled = (title: string) => api.database.getRepository(Photo).countBy({ title });

describe('a database outage', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let photo: Photo;
  let media: string;

  beforeAll(async () => {
    database = await createTestDatabase(QUEUE_TABLES);
    proxy = await startDatabaseProxy(database.url);
    api = await startTestApi({ DATABASE_URL: proxy.url });
    admin = await api.signIn();
    photo = await createPhoto(api.database);
    await createGallery(api.database, { slug: 'slack-water', photos: [photo] });
    await api.storage.write(PHOTO_KEYS.rendition(photo.id, photo.version!, 320, 'jpeg'), image);
    media = `/media/${photo.id}/${photo.version}/320.jpeg`;
  });
  afterAll(async () => {
    await api.stop();
    await proxy.remove();
    await database.drop();
  });

  const comment = () => ({
    photo_id: photo.id,
    author_name: 'Ruth',
    author_email: 'ruth@example.com',
    content: 'The third post.',
  });
  const message = { name: 'Ruth', email: 'ruth@example.com', subject: 'A print', message: 'Is one left?' };
  const profile = { name: 'Ines', email: DEMO_ACCOUNT.email };

  const calls = {
    'the list of photos': () => api.visitor.get('/api/photos'),
    'a search': () => api.visitor.get('/api/photos?search=harbour'),
    'a photo': () => api.visitor.get(`/api/photos/${photo.id}`),
    'the list of galleries': () => api.visitor.get('/api/galleries'),
    'a gallery': () => api.visitor.get('/api/galleries/slack-water'),
    'the comments of a photo': () => api.visitor.get(`/api/comments/photo/${photo.id}`),
    'a new comment': () => api.visitor.post('/api/comments').send(comment()),
    'a message': () => api.visitor.post('/api/contact').send(message),
    'the news': () => api.visitor.get('/api/public/news/latest'),
    'the public settings': () => api.visitor.get('/api/public/settings'),
    'a picture': () => api.visitor.get(media),
    'a sign-in': () => api.visitor.post('/api/auth/login').send(credentials),
    'who is signed in': () => admin.get('/api/auth/me'),
    'the profile': () => admin.put('/api/admin/settings/profile').send(profile),
    'the dashboard': () => admin.get('/api/admin/dashboard'),
    'the inbox': () => admin.get('/api/admin/messages'),
    'all comments': () => admin.get('/api/comments'),
    'a change of a photo': () => admin.put(`/api/photos/${photo.id}`).send({ title: 'Ebb' }),
    'a change of the settings': () =>
      admin.put('/api/admin/settings/website').send({ settings: { dark_theme: 'true' } }),
    'an upload': () => upload('During'),
    'a background image': () => uploadBackground(),
  };
  const events = () => admin.get('/api/admin/events');
  /** The response to a call during an outage. */
  const during = async (call: () => Test) => {
    await proxy.cut();
    const { status, body, headers } = await call().timeout(DEADLINE);
    await proxy.mend();
    return { status, body, hasRetryAfter: Number(headers['retry-after']) > 0 };
  };
  const REFUSED = { status: 503, body: UNAVAILABLE, hasRetryAfter: true };

  it.each(Object.entries(calls))('causes 503, and ends without a restart: %s', async (_, call) => {
    const refused = await during(call);
    const after = await call().timeout(DEADLINE);

    expect(refused).toEqual(REFUSED);
    expect([200, 201]).toContain(after.status);
  });

  it('causes 503: the events', async () => {
    expect(await during(events)).toEqual(REFUSED);
  });

  it('survives many concurrent requests without storing rejected ones', async () => {
    const before = api.files();
    const crowd = () =>
      Promise.all(
        [...Object.values(calls), events].flatMap((call) => [call(), call()].map((each) => each.timeout(DEADLINE))),
      );
    await proxy.cut();
    const statuses = (await crowd()).map(({ status }) => status);
    await proxy.mend();
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(api.files()).toEqual(before);
  });

  it.each([
    ['photo', '/api/photos/upload', 'title'],
    ['background image', '/api/admin/settings/background-image', undefined],
  ])('rejects a %s during its upload, without row or file', async (_, path, field) => {
    const before = api.files();
    const backgroundsBefore = await backgrounds();
    const boundary = 'half-an-upload';
    const head = Buffer.from(
      (field ? `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${HALF}\r\n` : '') +
        `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`,
    );
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    const token = (await api.visitor.post('/api/auth/login').send(credentials)).body.token as string;
    const uploading = request(`${api.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + image.length + tail.length,
      },
    });
    const responded = once(uploading, 'response');
    uploading.write(Buffer.concat([head, image.subarray(0, 100)]));
    // The file exists after the authentication.
    while (api.files().length === before.length) await new Promise((resolve) => setTimeout(resolve, 10));
    await proxy.cut();
    uploading.end(Buffer.concat([image.subarray(100), tail]));
    const [response] = await responded;
    response.resume();
    await proxy.mend();
    expect(response.statusCode).toBe(503);
    expect(api.files()).toEqual(before);
    expect(await photosTitled(HALF)).toBe(0);
    expect(await backgrounds()).toBe(backgroundsBefore);
  });

  it.each(['before', 'after'] as const)(
    'stores a background image once when the connection breaks %s its commit',
    async (when) => {
      const before = api.files().length;
      proxy.breakNextCommit(when);
      const { status, body } = await uploadBackground();
      expect(status).toBe(201);
      await api.visitor.get(body.imageUrl).expect(200);
      expect(api.files()).toHaveLength(before + 1);
      await admin.delete('/api/admin/settings/background-image').expect(200);
      expect(await backgrounds()).toBe(0);
    },
  );

  it.each(['before', 'after'] as const)(
    'stores a photo once when the connection breaks %s its commit',
    async (when) => {
      const title = `Broken ${when}`;
      const before = api.files().length;
      proxy.breakNextCommit(when);
      const { status, body } = await upload(title);
      expect([status, body.photo?.title]).toEqual([201, title]);
      expect(await photosTitled(title)).toBe(1);
      expect(api.files()).toHaveLength(before + 1);
    },
  );

  it('leaves a new original in place when the connection breaks after the commit of a replacement', async () => {
    proxy.breakNextCommit('after');
    await admin.post(`/api/photos/${photo.id}/image`).timeout(DEADLINE).attach('image', image, 'photo.jpg').expect(200);
    const { originalKey } = await api.database.getRepository(Photo).findOneByOrFail({ id: photo.id });
    expect(originalKey).not.toBe(photo.originalKey);
    expect(await api.storage.stat(originalKey)).toBeDefined();
  });
});

describeWithRedis('the queue is gone', () => {
  let redis: TestRedis;

  beforeAll(async () => {
    redis = (await startRedis())!;
    api = await startTestApi({ REDIS_URL: redis.url });
    admin = await api.signIn();
  });
  afterAll(async () => {
    await api.stop();
    await redis.stop();
  });

  it('accepts a photo, and enqueues again after the outage', async () => {
    const port = Number(new URL(redis.url).port);
    await redis.stop();
    const { body, status } = await upload('Unqueued');
    expect([status, body.photo?.status]).toEqual([201, 'processing']);
    expect((await api.visitor.get('/api/photos').timeout(DEADLINE)).status).toBe(200);

    redis = (await startRedis({ port }))!;
    const again = await upload('Queued');
    expect(again.status).toBe(201);
    expect((await api.jobs.counts()).waiting).toBeGreaterThanOrEqual(1);
  });
});

describe('a storage outage', () => {
  beforeAll(async () => {
    api = await startTestApi();
    admin = await api.signIn();
  });
  afterAll(() => api.stop());
  afterEach(() => rm(api.env.STORAGE_DIR!, { recursive: true, force: true }));

  it('rejects an upload without row or file, and accepts the next one afterwards', async () => {
    await rm(api.env.STORAGE_DIR!, { recursive: true, force: true });
    // Permissions do not stop root: a file replaces the folder.
    await writeFile(api.env.STORAGE_DIR!, 'in the way');
    const before = api.files();
    const { status, body } = await upload('Refused');
    expect([status, body]).toEqual([503, UNAVAILABLE]);
    expect(await photosTitled('Refused')).toBe(0);
    expect(api.files()).toEqual(before);

    await rm(api.env.STORAGE_DIR!);
    expect((await upload('Taken')).status).toBe(201);
  });
});
