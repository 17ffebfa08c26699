import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { describeWithRedis } from '@portfolio/testing';
import { Redis } from 'ioredis';
import { JobQueue, QueueUnavailableError } from '../src/job-queue.ts';
import { TestQueue, until } from './test-queue.ts';
import { redisBackend } from './test-backend.ts';

describeWithRedis('no connection stays', () => {
  let testQueue: TestQueue;
  let redis: Redis;
  beforeEach(async () => {
    testQueue = new TestQueue(await redisBackend());
    redis = new Redis(testQueue.backend.addresses.redisUrl!);
  });
  afterEach(async () => {
    redis.disconnect();
    await testQueue.remove();
  });
  const isAlone = async () =>
    String(await redis.client('LIST'))
      .trim()
      .split('\n').length === 1;

  it('of a worker that closes while Redis does not answer', async () => {
    const gate = testQueue.closedGate();
    const worker = await testQueue.work(() => gate.passed);
    await testQueue.render();
    await until(async () => testQueue.runs.length === 1);

    testQueue.backend.timeoutMs = 1_000;
    await redis.client('PAUSE', 3_000, 'ALL');
    gate.open();
    await Promise.all([worker.close(), testQueue.queue.close()]);

    await until(isAlone);
  });

  it('of a queue that closes while it schedules', async () => {
    const queue = new JobQueue(testQueue.backend, () => undefined);
    const withQueue = queue.withQueue.bind(queue);
    jest.spyOn(queue, 'withQueue').mockImplementationOnce(async (scheduleFirst) => {
      const scheduled = await withQueue(scheduleFirst);
      await queue.close();
      return scheduled;
    });

    await queue.maintainSchedule({ rescheduleMs: 20 });

    await until(isAlone);
    await expect(queue.check()).rejects.toThrow(QueueUnavailableError);
  });
});
