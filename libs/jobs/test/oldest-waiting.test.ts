import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { describeWithRedis } from '@portfolio/testing';
import { JOBS } from '../src/job-list.ts';
import { QueueOverview } from '../src/queue-overview.ts';
import { Bench, until } from './bench.ts';
import { postgresMedium, redisMedium, type Medium } from './medium.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

describe('the oldest waiting job, on PostgreSQL', () => oldestOf(postgresMedium));
describeWithRedis('the oldest waiting job, on Redis', () => oldestOf(redisMedium));

function oldestOf(makeMedium: () => Promise<Medium>): void {
  let bench: Bench;
  let now: number;
  beforeEach(async () => {
    bench = new Bench(await makeMedium());
    now = Date.now();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await bench.remove();
  });

  /** Adds a job with a time in the past. */
  const addedAgo = (ago: number, options: { delay?: number; priority?: number } = {}) =>
    bench.directly((bull) => bull.add('photo.render' as never, {} as never, { timestamp: now - ago, ...options }));
  /** Promotes delayed jobs, as a worker does. */
  const promote = () =>
    bench.directly(async (bull) => Promise.all((await bull.getDelayed()).map((job) => job.promote())));
  /** Age in seconds, from the metrics and from the back office. @param at milliseconds since 1970 */
  const waited = async (at = now) => {
    jest.spyOn(Date, 'now').mockReturnValue(at);
    const since = (await new QueueOverview(bench.queue).summary()).oldestWaiting;
    const age = await bench.queue.oldestWaiting();
    jest.restoreAllMocks();
    return [age, since && at - since.getTime()].map((time) => time && Math.round(time / (10 * SECOND)) * 10);
  };

  it.each([
    ['waits', {}],
    ['can wait', { priority: 10 }],
  ])('is the oldest of several where it %s', async (_, options) => {
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
    await bench.queue.schedule();
    const worker = await bench.work();
    await until(async () => new Set(bench.runs.map(({ name }) => name)).size === scheduled);
    await worker.close();
    await until(async () => (await bench.count('delayed')) === scheduled);
    const hourly = await bench.directly(async (bull) =>
      (await bull.getDelayed()).find(({ opts }) => opts.delay! > HOUR / 2),
    );
    await bench.directly(async (bull) => (await bull.getJob(hourly!.id!))?.promote());

    const due = hourly!.timestamp + hourly!.opts.delay!;
    expect(due - now).toBeGreaterThan(HOUR / 2);
    expect(await waited(due + 50 * SECOND)).toEqual([50, 50]);
  });
}
