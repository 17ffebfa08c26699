import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { describeWithRedis } from '@portfolio/testing';
import { JOBS } from '../src/job-list.ts';
import { QueueOverview } from '../src/queue-overview.ts';
import { TestQueue, until } from './test-queue.ts';
import { postgresBackend, redisBackend, type TestBackend } from './test-backend.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

describe('age of the oldest waiting job, on PostgreSQL', () => testOldestWaiting(postgresBackend));
describeWithRedis('age of the oldest waiting job, on Redis', () => testOldestWaiting(redisBackend));

function testOldestWaiting(makeBackend: () => Promise<TestBackend>): void {
  let testQueue: TestQueue;
  let now: number;
  beforeEach(async () => {
    testQueue = new TestQueue(await makeBackend());
    now = Date.now();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await testQueue.remove();
  });

  /** Adds a job with a time in the past. @param ago milliseconds */
  const addJob = (ago: number, options: { delay?: number; priority?: number } = {}) =>
    testQueue.directly((bull) => bull.add('photo.render' as never, {} as never, { timestamp: now - ago, ...options }));
  /** Promotes delayed jobs, as a worker does. */
  const promote = () =>
    testQueue.directly(async (bull) => Promise.all((await bull.getDelayed()).map((job) => job.promote())));
  /** Age in seconds by the queue's method, and by the overview. @param at milliseconds since 1970 */
  const waitingAges = async (at = now) => {
    jest.spyOn(Date, 'now').mockReturnValue(at);
    const since = (await new QueueOverview(testQueue.queue).summary()).oldestWaiting;
    const age = await testQueue.queue.oldestWaiting();
    jest.restoreAllMocks();
    return [age, since && at - since.getTime()].map((time) => time && Math.round(time / (10 * SECOND)) * 10);
  };

  it.each([
    ['normal', {}],
    ['low', { priority: 10 }],
  ])('is that of a job with %s priority, added before 12 others', async (_, options) => {
    expect(await waitingAges()).toEqual([undefined, undefined]);
    await addJob(200 * SECOND, options);
    await addJob(100 * SECOND);
    for (let i = 0; i < 11; i += 1) await addJob(0);

    expect(await waitingAges()).toEqual([200, 200]);
  });

  it('starts at the due time of a delayed job', async () => {
    await addJob(HOUR, { delay: HOUR - 100 * SECOND });
    expect(await waitingAges()).toEqual([undefined, undefined]);
    await promote();
    expect(await waitingAges()).toEqual([100, 100]);

    await addJob(200 * SECOND);
    await addJob(HOUR, { delay: HOUR - 150 * SECOND });
    expect(await waitingAges()).toEqual([200, 200]);
    await promote();
    expect(await waitingAges()).toEqual([200, 200]);
  });

  it('starts at the due time of an hourly job', async () => {
    const scheduledCount = Object.values(JOBS).filter(({ every }) => every !== undefined).length;
    await testQueue.queue.schedule();
    const worker = await testQueue.work();
    await until(async () => new Set(testQueue.runs.map(({ name }) => name)).size === scheduledCount);
    await worker.close();
    await until(async () => (await testQueue.count('delayed')) === scheduledCount);
    const hourly = await testQueue.directly(async (bull) =>
      (await bull.getDelayed()).find(({ opts }) => opts.delay! > HOUR / 2),
    );
    await testQueue.directly(async (bull) => (await bull.getJob(hourly!.id!))?.promote());

    const due = hourly!.timestamp + hourly!.opts.delay!;
    expect(due - now).toBeGreaterThan(HOUR / 2);
    expect(await waitingAges(due + 50 * SECOND)).toEqual([50, 50]);
  });
}
