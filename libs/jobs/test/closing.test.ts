import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { describeWithRedis } from '@portfolio/testing';
import { Redis } from 'ioredis';
import { JobQueue, QueueUnavailableError } from '../src/job-queue.ts';
import { Bench, until } from './bench.ts';
import { redisMedium } from './medium.ts';

describeWithRedis('no connection stays', () => {
  let bench: Bench;
  let redis: Redis;
  beforeEach(async () => {
    bench = new Bench(await redisMedium());
    redis = new Redis(bench.medium.addresses.redisUrl!);
  });
  afterEach(async () => {
    redis.disconnect();
    await bench.remove();
  });
  const isAlone = async () =>
    String(await redis.client('LIST'))
      .trim()
      .split('\n').length === 1;

  it('of a worker that closes while Redis does not answer', async () => {
    const gate = bench.closedGate();
    const worker = await bench.work(() => gate.passed);
    await bench.render();
    await until(async () => bench.runs.length === 1);

    await redis.client('PAUSE', 6_000, 'ALL');
    gate.open();
    await Promise.all([worker.close(), bench.queue.close()]);

    await until(isAlone);
  });

  it('of a queue that closes while it schedules', async () => {
    const queue = new JobQueue(bench.medium.backend, () => undefined);
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
