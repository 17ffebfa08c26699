import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { describeWithRedis } from '@portfolio/testing';
import { JOBS } from '../src/job-list.ts';
import { QueueOverview } from '../src/queue-overview.ts';
import { TestQueue, until } from './test-queue.ts';
import { postgresBackend, redisBackend, type TestBackend } from './test-backend.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

describe('the oldest waiting job, on PostgreSQL', () => oldestOf(postgresBackend));
describeWithRedis('the oldest waiting job, on Redis', () => oldestOf(redisBackend));

function oldestOf(makeBackend: () => Promise<TestBackend>): void {
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

  /** Adds a job with a time in the past. */
  const addedAgo = (ago: number, options: { delay?: number; priority?: number } = {}) =>
    testQueue.directly((bull) => bull.add('photo.render' as never, {} as never, { timestamp: now - ago, ...options }));
  /** Promotes delayed jobs, as a worker does. */
  const promote = () =>
    testQueue.directly(async (bull) => Promise.all((await bull.getDelayed()).map((job) => job.promote())));
  /** Age in seconds, from the metrics and from the back office. @param at milliseconds since 1970 */
  const waited = async (at = now) => {
    jest.spyOn(Date, 'now').mockReturnValue(at);
    const since = (await new QueueOverview(testQueue.queue).summary()).oldestWaiting;
    const age = await testQueue.queue.oldestWaiting();
    jest.restoreAllMocks();
    return [age, since && at - since.getTime()].map((time) => time && Math.round(time / (10 * SECOND)) * 10);
  };

  it.each([
    ['normal', {}],
    ['low', { priority: 10 }],
  ])('is the oldest of several at %s priority', async (_, options) => {
    expect(await waited()).toEqual([undefined, undefined]);
    await addedAgo(200 * SECOND, options);
    await addedAgo(100 * SECOND);
    for (let i = 0; i < 11; i += 1) await addedAgo(0);

    expect(await waited()).toEqual([200, 200]);
  });

  it('counts a delayed job from its due time', async () => {
    await addedAgo(HOUR, { delay: HOUR - 100 * SECOND });
    expect(await waited()).toEqual([undefined, undefined]);
    await promote();
    expect(await waited()).toEqual([100, 100]);

    await addedAgo(200 * SECOND);
    await addedAgo(HOUR, { delay: HOUR - 150 * SECOND });
    expect(await waited()).toEqual([200, 200]);
    await promote();
    expect(await waited()).toEqual([200, 200]);
  });

  it('counts an hourly job from its due time', async () => {
    const scheduled = Object.values(JOBS).filter(({ every }) => every !== undefined).length;
    await testQueue.queue.schedule();
    const worker = await testQueue.work();
    await until(async () => new Set(testQueue.runs.map(({ name }) => name)).size === scheduled);
    await worker.close();
    await until(async () => (await testQueue.count('delayed')) === scheduled);
    const hourly = await testQueue.directly(async (bull) =>
      (await bull.getDelayed()).find(({ opts }) => opts.delay! > HOUR / 2),
    );
    await testQueue.directly(async (bull) => (await bull.getJob(hourly!.id!))?.promote());

    const due = hourly!.timestamp + hourly!.opts.delay!;
    expect(due - now).toBeGreaterThan(HOUR / 2);
    expect(await waited(due + 50 * SECOND)).toEqual([50, 50]);
  });
}
