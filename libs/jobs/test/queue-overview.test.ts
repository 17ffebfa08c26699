import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { describeWithRedis } from '@portfolio/testing';
import { QueueUnavailableError } from '../src/job-queue.ts';
import { JOBS } from '../src/job-list.ts';
import { PermanentFailure } from '../src/job-worker.ts';
import { QueueOverview } from '../src/queue-overview.ts';
import { TestQueue, until } from './test-queue.ts';
import { postgresBackend, redisBackend, type TestBackend } from './test-backend.ts';

describe('queue administration on PostgreSQL', () => overviewOf(postgresBackend));
describeWithRedis('queue administration on Redis', () => overviewOf(redisBackend));

function overviewOf(makeBackend: () => Promise<TestBackend>): void {
  let testQueue: TestQueue;
  let overview: QueueOverview;
  beforeEach(async () => {
    testQueue = new TestQueue(await makeBackend());
    overview = new QueueOverview(testQueue.queue);
  });
  afterEach(() => testQueue.remove());

  /** Lets the jobs of these photos fail permanently, in order, then closes the worker. */
  const fail = async (...photoIds: number[]) => {
    const before = (await testQueue.count('failed')) ?? 0;
    const worker = await testQueue.work(({ photoId }) => {
      throw new PermanentFailure(`no use in ${photoId}`);
    });
    for (const [index, photoId] of photoIds.entries()) {
      await testQueue.render(photoId);
      await until(async () => (await testQueue.count('failed')) === before + index + 1);
    }
    await worker.close();
  };
  const failed = async (from = 0, count = 10, order: 'latest' | 'oldest' = 'latest') =>
    (await overview.failed({ from, count, order })).map(({ payload }) => (payload as { photoId: number }).photoId);

  it('counts jobs by state, with the age of the oldest', async () => {
    const start = Date.now();
    await testQueue.queue.add('photo.refresh', { photoId: 9, version: 'ab' });
    const afterFirst = Date.now();
    for (const photoId of [1, 2, 3]) await testQueue.render(photoId);

    const { oldestWaiting, ...counts } = await overview.summary();
    expect(counts).toEqual({ waiting: 4, active: 0, delayed: 0, failed: 0, completed: 0, workers: 0 });
    expect(oldestWaiting!.getTime()).toBeGreaterThanOrEqual(start);
    expect(oldestWaiting!.getTime()).toBeLessThanOrEqual(afterFirst);

    const gate = testQueue.closedGate();
    await testQueue.work(() => gate.passed);
    await until(async () => (await overview.summary()).active === 2);
    expect(await overview.summary()).toMatchObject({ waiting: 2, workers: 1 });
    gate.open();
    await until(async () => (await overview.summary()).completed === 4);
    expect((await overview.summary()).oldestWaiting).toBeUndefined();
  });

  it('counts retries as delayed, and no repeating jobs', async () => {
    await testQueue.queue.schedule();
    await testQueue.work(({ photoId }) => {
      if (photoId) throw new Error('not yet');
    });
    await testQueue.render();
    await until(async () => testQueue.failures.length > 0);

    await until(async () => (await overview.summary()).delayed === 1);
    expect((await testQueue.count('delayed'))!).toBeGreaterThan(1);
  });

  it('lists failed jobs by page, latest or oldest first', async () => {
    await fail(1, 2, 3);

    expect(await failed()).toEqual([3, 2, 1]);
    expect(await failed(0, 10, 'oldest')).toEqual([1, 2, 3]);
    expect(await failed(1, 1)).toEqual([2]);
    expect(await failed(3, 10)).toEqual([]);
    const [job] = await overview.failed({ from: 0, count: 1, order: 'latest' });
    expect(job).toEqual({
      id: expect.any(String),
      name: 'photo.render',
      payload: { photoId: 3 },
      reason: 'no use in 3',
      attempts: 1,
      failedAt: expect.any(Date),
    });
    expect(Math.abs(Date.now() - job!.failedAt.getTime())).toBeLessThan(20_000);
  });

  it('finds failed jobs only', async () => {
    await fail(1);
    const [job] = await overview.failed({ from: 0, count: 1, order: 'latest' });
    await testQueue.render(2);
    const [waiting] = await testQueue.directly((bull) => bull.getWaiting());

    expect(await overview.findFailed(job!.id)).toEqual(job);
    expect(await overview.findFailed(waiting!.id!)).toBeUndefined();
    expect(await overview.findFailed('nothing')).toBeUndefined();
  });

  it('retries a failed job with all its attempts', async () => {
    await fail(1);
    await overview.retry((await overview.failed({ from: 0, count: 1, order: 'latest' }))[0]!);

    expect(await overview.summary()).toMatchObject({ waiting: 1, failed: 0 });
    const [waiting] = await testQueue.directly((bull) => bull.getWaiting());
    expect(waiting).toMatchObject({ name: 'photo.render', data: { photoId: 1 }, attemptsMade: 0 });
    expect(waiting!.opts.attempts).toBe(JOBS['photo.render'].attempts);
  });

  it('leaves the failed job where its retry is not added', async () => {
    await fail(1);
    const [job] = await overview.failed({ from: 0, count: 1, order: 'latest' });
    jest.spyOn(testQueue.queue, 'add').mockRejectedValueOnce(new QueueUnavailableError());

    await expect(overview.retry(job!)).rejects.toThrow(QueueUnavailableError);

    expect(await failed()).toEqual([1]);
  });

  it('does not duplicate a waiting job, and still deduplicates', async () => {
    await fail(1);
    const [job] = await overview.failed({ from: 0, count: 1, order: 'latest' });
    await testQueue.render(1);

    await Promise.all([overview.retry(job!), overview.retry(job!)]);
    await testQueue.render(1);

    expect(await overview.summary()).toMatchObject({ waiting: 1, failed: 0 });
  });

  it('removes a job, and accepts an equal one again', async () => {
    await fail(1, 2);
    const [job] = await overview.failed({ from: 0, count: 1, order: 'latest' });
    await overview.remove(job!.id);
    await overview.remove(job!.id);

    expect(await failed()).toEqual([1]);
    await testQueue.render(2);
    expect(await overview.summary()).toMatchObject({ waiting: 1, failed: 1 });
  });

  it('lists a job of another release, and retries it once', async () => {
    const worker = await testQueue.work();
    await testQueue.directly((bull) => bull.add('photo.paint' as never, { photoId: 1 } as never));
    await until(async () => (await overview.summary()).failed === 1);
    await worker.close();
    const [job] = await overview.failed({ from: 0, count: 1, order: 'latest' });

    await overview.retry(job!);
    await overview.retry(job!);

    expect(job).toMatchObject({ name: 'photo.paint', reason: 'There is no handler for photo.paint' });
    expect(await overview.summary()).toMatchObject({ waiting: 1, failed: 0 });
  });

  it('throws while the queue is unavailable', async () => {
    testQueue.backend.timeoutMs = 1_000;
    await testQueue.backend.makeUnavailable();

    await expect(overview.summary()).rejects.toThrow(QueueUnavailableError);
    await testQueue.backend.makeAvailable();
  });
}
