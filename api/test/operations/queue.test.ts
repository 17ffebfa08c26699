import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LIMITS, type FailedJobView, type QueueView } from '@portfolio/contracts';
import { Message, Photo, readSiteId } from '@portfolio/database';
import { JobWorker, PermanentFailure, queueBackend, QueueUnavailableError, type JobHandlers } from '@portfolio/jobs';
import {
  createBackground,
  createMessage,
  createPhoto,
  describeWithRedis,
  isFullLevel,
  startRedis,
  type TestRedis,
} from '@portfolio/testing';
import { Redis } from 'ioredis';
import { startTestApi, type TestApi } from '../start-test-api.ts';

describe('the queue on PostgreSQL', () => queueOf(async () => undefined));
// The short level tests Redis below the API: libs/jobs.
if (isFullLevel) describeWithRedis('the queue on Redis', () => queueOf(startRedis));

function queueOf(startMedium: () => Promise<TestRedis | undefined>): void {
  let redis: TestRedis | undefined;
  let api: TestApi;
  let admin: Awaited<ReturnType<TestApi['signIn']>>;
  const workers: JobWorker[] = [];
  beforeAll(async () => {
    redis = await startMedium();
    api = await startTestApi(redis && { REDIS_URL: redis.url });
    admin = await api.signIn();
  });
  afterAll(async () => {
    await api.stop();
    await redis?.stop();
  });
  beforeEach(async () => {
    await api.database.query('truncate photos, background_images, messages cascade');
    await api.database.query('truncate bullmq.job, bullmq.dedup cascade');
    if (redis) {
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
    }
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
  });

  const view = async (query = '') => (await admin.get(`/api/admin/queue${query}`).expect(200)).body as QueueView;
  const failed = async () => (await view()).failed_jobs;
  const waitFor = async (isTrue: () => Promise<boolean>) => {
    for (const end = Date.now() + 20_000; !(await isTrue()); await wait(20)) {
      if (Date.now() > end) throw new Error('It did not come true within 20 seconds');
    }
  };
  const startWorker = async (handle: JobHandlers['photo.render']) => {
    const worker = new JobWorker({
      backend: queueBackend({
        databaseUrl: api.env.DATABASE_URL,
        redisUrl: api.env.REDIS_URL,
        siteId: await readSiteId(api.database),
      }),
      handlers: new Proxy({}, { get: () => handle, has: () => true }) as JobHandlers,
      concurrency: 20,
      onError: () => undefined,
    });
    workers.push(worker);
    await worker.ready();
    return worker;
  };
  /** Fails all waiting jobs, each with its reason. */
  const failAll = async (reasonOf: (payload: { photoId: number }) => string) => {
    const { counts } = await view();
    const worker = await startWorker((payload) => Promise.reject(new PermanentFailure(reasonOf(payload))));
    await waitFor(async () => (await view()).counts.failed === counts.failed + counts.waiting);
    await worker.close();
  };
  const failRender = async (photoId: number) => {
    await api.jobs.add('photo.render', { photoId });
    await failAll(() => 'no use');
    return (await failed())[0]!;
  };
  const failedPhoto = () => createPhoto(api.database, { status: 'failed', failure: 'The file ends in the middle.' });
  const statusOf = async (photo: Photo) =>
    (await api.database.getRepository(Photo).findOneByOrFail({ id: photo.id })).status;

  it('returns counts, the age of the oldest job and the number of workers', async () => {
    expect(await view()).toEqual({
      counts: { waiting: 0, active: 0, delayed: 0, failed: 0, completed: 0 },
      oldest_waiting_seconds: null,
      workers: 0,
      failed_jobs: [],
      next_cursor: null,
      total: 0,
    });

    await api.jobs.add('photo.render', { photoId: 1 });
    await api.jobs.add('photo.render', { photoId: 2 });
    const { now } = Date;
    const later = jest.spyOn(Date, 'now').mockImplementation(() => now() + 90_000);
    const { counts, oldest_waiting_seconds } = await view();
    later.mockRestore();
    expect(counts).toMatchObject({ waiting: 2, active: 0 });
    expect(oldest_waiting_seconds).toBeGreaterThanOrEqual(90);
    expect(oldest_waiting_seconds).toBeLessThan(150);

    await startWorker(() => Promise.resolve());
    await waitFor(async () => (await view()).counts.completed === 2);
    expect((await view()).workers).toBe(1);
  });

  it('lists failed jobs with plain reasons, latest first', async () => {
    const photo = await createPhoto(api.database, { title: 'Low tide', status: 'processing' });
    const background = await createBackground(api.database, { status: 'processing' });
    const message = await createMessage(api.database, { subject: 'A print', mailStatus: 'failed' });
    const jobs: [reason: string, enqueue: () => Promise<string>][] = [
      ["ENOSPC: no space left on device, write '/srv/x'", () => api.jobs.add('photo.render', { photoId: photo.id })],
      ['NoSuchKey: originals/ab/abc.jpg', () => api.jobs.add('background.render', { backgroundId: background.id })],
      ['The mail server was not found.', () => api.jobs.add('message.mail', { messageId: message.id })],
      ['connect ECONNREFUSED 10.0.0.7:5432', () => api.jobs.add('housekeeping.requeue', {})],
    ];
    let next = '';
    await startWorker(() => Promise.reject(new PermanentFailure(next)));
    for (const [index, [reason, enqueue]] of jobs.entries()) {
      next = reason;
      await enqueue();
      await waitFor(async () => (await view()).counts.failed === index + 1);
    }

    const shown = (await failed()).map(({ id: _, failed_at: at, ...job }) => {
      expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
      return job;
    });
    expect(shown).toEqual([
      {
        name: 'Look for work that was left over',
        about: { kind: 'site', id: null, title: null },
        reason: 'The database, the storage or the queue could not be reached.',
        attempts: 1,
      },
      {
        name: 'Mail a message to you',
        about: { kind: 'message', id: message.id, title: 'A print' },
        reason: 'The mail server was not found.',
        attempts: 1,
      },
      {
        name: 'Prepare the background image',
        about: { kind: 'background', id: background.id, title: null },
        reason: 'A file that is needed was not found in the storage.',
        attempts: 1,
      },
      {
        name: 'Prepare a photo',
        about: { kind: 'photo', id: photo.id, title: 'Low tide' },
        reason: 'The storage is full.',
        attempts: 1,
      },
    ]);
  });

  it('hides details of machine, database and addresses', async () => {
    const reasons = [
      "ENOENT: no such file or directory, open '/srv/storage/originals/ab/secret.jpg'",
      'insert into photos (title) values ($1) - duplicate key value violates unique constraint "secret"',
      'The mail server refused ruth-secret@example.com: 550 mailbox secret',
      'The mail was not sent. See /var/log/secret.',
      'TypeError: secret is not a function\n    at run (/srv/worker/dist/secret.js:3:7)',
      'password authentication failed for user "secret"',
    ];
    for (const index of reasons.keys()) await api.jobs.add('photo.render', { photoId: index + 1 });
    await failAll(({ photoId }) => reasons[photoId - 1]!);

    const text = JSON.stringify(await view());
    expect((await failed()).map(({ reason }) => reason)).toHaveLength(reasons.length);
    expect(text).not.toMatch(/secret|srv|insert|@|\.js|TypeError|var/);
  });

  it('retries a failed photo and removes the job from the list', async () => {
    const photo = await failedPhoto();
    const { id } = await failRender(photo.id);

    const { body } = await admin.post(`/api/admin/queue/failed/${id}/retry`).expect(200);

    expect(body).toEqual({ message: 'The job is tried again' });
    expect(await statusOf(photo)).toBe('processing');
    expect((await view()).counts).toMatchObject({ waiting: 1, failed: 0 });
    await admin.post(`/api/admin/queue/failed/${id}/retry`).expect(404);
  });

  it('leaves a photo that is ready', async () => {
    const photo = await createPhoto(api.database);
    const { id } = await failRender(photo.id);

    await admin.post(`/api/admin/queue/failed/${id}/retry`).expect(200);

    expect(await statusOf(photo)).toBe('ready');
  });

  it('retries a job of a deleted photo', async () => {
    const { id, about } = await failRender(2_000_000_000);
    expect(about).toEqual({ kind: 'photo', id: 2_000_000_000, title: null });

    await admin.post(`/api/admin/queue/failed/${id}/retry`).expect(200);

    expect((await view()).counts.failed).toBe(0);
  });

  it('retries the mail of a message', async () => {
    const message = await createMessage(api.database, {
      mailStatus: 'failed',
      mailFailure: 'The mail could not be sent.',
    });
    await api.jobs.add('message.mail', { messageId: message.id });
    await failAll(() => 'The mail could not be sent.');

    await admin.post(`/api/admin/queue/failed/${(await failed())[0]!.id}/retry`).expect(200);

    expect(await api.database.getRepository(Message).findOneBy({ id: message.id })).toMatchObject({
      mailStatus: 'waiting',
      mailFailure: null,
    });
  });

  it('retries all failed jobs in batches', async () => {
    const photo = await failedPhoto();
    await api.jobs.add('photo.render', { photoId: photo.id });
    await failAll(() => 'no use');
    for (let id = 1; id <= LIMITS.jobBatch + 1; id += 1)
      await api.jobs.add('photo.discard', { photoId: id, originalKey: 'x' });
    await failAll(() => 'no use');

    const first = await admin.post('/api/admin/queue/failed/retry').expect(200);
    expect(first.body).toEqual({ count: LIMITS.jobBatch, message: `${LIMITS.jobBatch} jobs tried again`, left: 2 });
    expect(await statusOf(photo)).toBe('processing');
    expect((await admin.post('/api/admin/queue/failed/retry').expect(200)).body).toMatchObject({ count: 2, left: 0 });
    expect((await view()).counts).toMatchObject({ waiting: LIMITS.jobBatch + 2, failed: 0 });
  });

  it('removes one or all failed jobs without changing their rows', async () => {
    const photo = await failedPhoto();
    const { id } = await failRender(photo.id);
    await failRender(1);
    await failRender(2);

    expect((await admin.delete(`/api/admin/queue/failed/${id}`).expect(200)).body).toEqual({
      message: 'The job is removed',
    });
    await admin.delete(`/api/admin/queue/failed/${id}`).expect(404);
    expect((await failed()).map(({ about }) => about.id)).toEqual([2, 1]);

    const { body } = await admin.delete('/api/admin/queue/failed').expect(200);
    expect(body).toEqual({ count: 2, message: '2 jobs removed', left: 0 });
    expect((await view()).counts).toMatchObject({ waiting: 0, failed: 0 });
    expect(await statusOf(photo)).toBe('failed');
  });

  it('rejects jobs that have not failed', async () => {
    await api.jobs.add('photo.render', { photoId: 1 });
    await api.jobs.add('photo.render', { photoId: 2 });

    const waiting = await api.jobs.withQueue((queue) => queue.getJobs(['waiting']));
    expect(waiting).toHaveLength(2);
    for (const id of [...waiting.map((job) => job.id), 'nothing', 'repeat:housekeeping.requeue:1']) {
      const { body } = await admin.delete(`/api/admin/queue/failed/${id}`).expect(404);
      expect(body).toMatchObject({ code: 'job.not-found' });
    }
    await admin.delete('/api/admin/queue/failed').expect(200);
    expect((await view()).counts.waiting).toBe(2);
  });

  it('has pages', async () => {
    for (const id of [1, 2, 3]) await failRender(id);

    const ids = (jobs: FailedJobView[]) => jobs.map(({ about }) => about.id);
    const first = await view('?limit=2');
    expect([ids(first.failed_jobs), first.total]).toEqual([[3, 2], 3]);
    const second = await view(`?limit=2&cursor=${first.next_cursor}`);
    expect([ids(second.failed_jobs), second.next_cursor]).toEqual([[1], null]);
    await admin.get('/api/admin/queue?cursor=cGhvdG9zOjEy').expect(400);
  });

  it('returns 503 while it is down', async () => {
    jest.spyOn(api.jobs, 'withQueue').mockRejectedValue(new QueueUnavailableError('The queue does not answer'));

    for (const call of [
      admin.get('/api/admin/queue'),
      admin.post('/api/admin/queue/failed/1/retry'),
      admin.post('/api/admin/queue/failed/retry'),
      admin.delete('/api/admin/queue/failed/1'),
      admin.delete('/api/admin/queue/failed'),
    ]) {
      expect((await call.expect(503)).body).toMatchObject({ code: 'service.unavailable' });
    }
  });
}
