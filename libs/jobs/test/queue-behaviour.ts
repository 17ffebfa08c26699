import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { JobQueue } from '../src/job-queue.ts';
import { JOBS } from '../src/job-list.ts';
import { PermanentFailure, type JobContext } from '../src/job-worker.ts';
import { QueueOverview } from '../src/queue-overview.ts';
import { Bench, until } from './bench.ts';
import type { Medium } from './medium.ts';

/** Behaviour of the queue on any backend. */
export function queueBehaviour(makeMedium: () => Promise<Medium>): void {
  let bench: Bench;
  beforeEach(async () => {
    bench = new Bench(await makeMedium());
  });
  afterEach(() => bench.remove());

  const failed = () => new QueueOverview(bench.queue).failed({ from: 0, count: 9, order: 'latest' });

  it('passes each job to the handler of its name, once', async () => {
    await bench.render(7);
    await bench.queue.add('photo.discard', { photoId: 8, originalKey: 'originals/aa/a.jpg' });
    await bench.work();
    await until(async () => (await bench.count('completed')) === 2);
    expect(bench.runs.map(({ name, photoId }) => [name, photoId]).sort()).toEqual([
      ['photo.discard', 8],
      ['photo.render', 7],
    ]);
  });

  it('drops a job while an equal one waits or runs, and accepts it afterwards', async () => {
    await bench.render();
    await bench.render();
    await bench.render(2);
    expect(await bench.count('waiting')).toBe(2);

    const gate = bench.closedGate();
    await bench.work(() => gate.passed);
    await until(async () => bench.runs.length === 2);
    await bench.render();
    expect(await bench.queue.counts()).toMatchObject({ waiting: 0, active: 2 });
    gate.open();
    await until(async () => (await bench.count('completed')) === 2);

    await bench.render();
    await until(async () => bench.runs.length === 3);
  });

  it('retries a failed job with growing waits', async () => {
    const rules = JOBS['photo.render'];
    rules.firstWait = 200;
    bench.atEnd(() => delete rules.firstWait);
    await bench.work(() => {
      if (bench.runs.length < 3) throw new Error('not yet');
    });
    await bench.render();
    await until(async () => (await bench.count('completed')) === 1);
    const [first, second, third] = bench.runs.map((run) => run.at) as [number, number, number];
    // Exponential backoff with 30 % jitter.
    expect(second - first).toBeGreaterThanOrEqual(130);
    expect(third - second).toBeGreaterThanOrEqual(260);
  });

  it('fails a job after its last attempt, and accepts it again', async () => {
    await bench.work(() => {
      throw new Error('never');
    });
    await bench.render();
    for (let attempt = 1; attempt < JOBS['photo.render'].attempts; attempt += 1) {
      await until(async () => (await bench.count('delayed')) === 1);
      await bench.render();
      await bench.directly(async (bull) => Promise.all((await bull.getDelayed()).map((job) => job.promote())));
    }
    await until(async () => (await bench.count('failed')) === 1);
    expect(bench.runs.map((run) => run.isLastAttempt)).toEqual([false, false, false, false, true]);
    await until(async () => bench.failures.length === 5);
    await bench.render();
    await until(async () => bench.runs.length === 6);
  });

  it('does not retry a permanent failure', async () => {
    await bench.work(() => {
      throw new PermanentFailure('hopeless');
    });
    await bench.render();
    await until(async () => (await bench.count('failed')) === 1);
    await until(async () => bench.failures.includes('hopeless'));
    expect(bench.runs).toHaveLength(1);
  });

  it('retains only the latest failure of each subject', async () => {
    await bench.work(() => {
      throw new PermanentFailure(`failure ${bench.runs.length}`);
    });
    for (const [index, photoId] of [1, 1, 11, 1].entries()) {
      await bench.render(photoId);
      await until(async () => (await failed())[0]?.reason === `failure ${index + 1}`);
    }

    await until(async () => (await bench.count('failed')) === 2);
  });

  it('closes after the earlier failure of a subject is removed', async () => {
    const worker = await bench.work(() => {
      throw new PermanentFailure('hopeless');
    });
    let isRemoved = false;
    const remove = jest.spyOn(bench.queue, 'removeEarlierFailures');
    remove.mockImplementation(async () => void (isRemoved = await wait(300, true)));
    await bench.render();
    await until(async () => bench.failures.length === 1);

    await worker.close();
    expect(isRemoved).toBe(true);
  });

  it('returns the progress of a job, and its latest failure', async () => {
    const overview = new QueueOverview(bench.queue);
    const latest = () => overview.latest('export', { acceptLosses: true });
    expect(await latest()).toEqual({});
    await bench.queue.add('export', { acceptLosses: false });
    expect(await latest()).toEqual({ open: { payload: { acceptLosses: false }, addedAt: expect.any(Date) } });

    const gate = bench.closedGate();
    await bench.work(async (_, { report }) => {
      await report({ done: 1, total: 3 });
      await gate.passed;
      throw new PermanentFailure('no use');
    });
    await until(async () => (await latest()).open?.progress?.done === 1);
    expect((await latest()).open?.progress).toEqual({ done: 1, total: 3 });
    gate.open();

    await until(async () => (await latest()).failed !== undefined);
    expect(await latest()).toEqual({ failed: expect.objectContaining({ name: 'export', reason: 'no use' }) });
    await overview.remove((await latest()).failed!.id);
    expect(await latest()).toEqual({});
  });

  it('checks whether a worker runs', async () => {
    await expect(bench.queue.checkWorkers()).rejects.toThrow('No worker is running');
    await bench.work();
    await until(async () =>
      bench.queue.checkWorkers().then(
        () => true,
        () => false,
      ),
    );
  });

  it('fails a job without a handler', async () => {
    await bench.work();
    await bench.directly((bull) => bull.add('photo.paint' as never, {} as never, { attempts: 5 }));
    await until(async () => (await bench.count('failed')) === 1);
    await until(async () => bench.failures.includes('There is no handler for photo.paint'));
  });

  describe('a repeating job', () => {
    const rules = JOBS['housekeeping.requeue'];
    const { every } = rules;
    beforeEach(() => {
      rules.every = 300;
    });
    afterEach(() => {
      rules.every = every;
    });
    const requeues = () => bench.runs.filter((run) => run.name === 'housekeeping.requeue');

    it('runs once per interval with any number of schedulers', async () => {
      const since = Date.now();
      const others = Array.from({ length: 4 }, () => new JobQueue(bench.medium.backend, () => undefined));
      await Promise.all([bench.queue, ...others].map((each) => each.maintainSchedule({ rescheduleMs: 1_000 })));
      await Promise.all(others.map((each) => each.close()));
      await bench.work();
      await bench.work();
      await until(async () => requeues().length >= 9);
      // One chain of runs, not five. A busy machine catches up on late runs, with less than twice as many.
      expect(requeues().length).toBeLessThanOrEqual(((Date.now() - since) / 300) * 2 + 3);
    });

    it('leaves no failed jobs', async () => {
      await bench.queue.maintainSchedule({ rescheduleMs: 500 });
      await bench.work(() => {
        throw new Error('The database is unavailable');
      });
      await until(async () => requeues().length >= 3);
      await until(async () => (await failed()).length === 0);
    });

    it('continues after the queue lost it', async () => {
      await bench.queue.maintainSchedule({ rescheduleMs: 500 });
      await bench.work();
      await until(async () => requeues().length >= 2);

      await bench.medium.forget();

      const before = requeues().length;
      await until(async () => requeues().length >= before + 3);
    });

    it('has the same times when it is scheduled again', async () => {
      rules.every = 800;
      await bench.work();
      await until(async () => {
        await bench.queue.schedule();
        return requeues().length >= 3;
      });
      // With a run for each scheduling, the third one would follow immediately.
      const [first, , third] = requeues();
      expect(third!.at - first!.at).toBeGreaterThanOrEqual(rules.every);
    });
  });

  it('runs low priority jobs last, and counts them', async () => {
    const gate = bench.closedGate();
    await bench.queue.add('photo.refresh', { photoId: 1, version: 'ab' });
    await bench.render(2);
    await bench.render(3);
    expect(await bench.queue.counts()).toMatchObject({ prioritized: 1, waiting: 2 });
    await bench.work(() => gate.passed);
    await until(async () => bench.runs.length === 2);
    gate.open();
    await until(async () => bench.runs.length === 3);
    expect(bench.runs.at(-1)).toMatchObject({ name: 'photo.refresh', photoId: 1 });
  });

  it('finishes the running job on close, and takes no other', async () => {
    const gate = bench.closedGate();
    const worker = await bench.work(() => gate.passed);
    await bench.render();
    await until(async () => bench.runs.length === 1);
    let isClosed = false;
    const closing = worker.close().then(() => (isClosed = true));
    // A pending fetch of the next job may still complete.
    await wait(300);
    await bench.render(2);
    await wait(300);
    expect([isClosed, bench.runs.length]).toEqual([false, 1]);
    gate.open();
    await closing;
    expect(await bench.queue.counts()).toMatchObject({ completed: 1, waiting: 1, active: 0 });
  });

  describe('a worker that closes before its job ends', () => {
    const slow =
      (gate: { passed: Promise<void> }) =>
      (_: unknown, { signal }: JobContext) =>
        Promise.race([
          gate.passed,
          new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
        ]);

    it.each([
      // Less than an idle worker's poll interval of five seconds.
      ['photo.render', 4_500],
      // On Redis an idle worker finds low priority jobs at its next poll.
      ['photo.refresh', 9_000],
    ] as const)('requeues %s for another worker within %d ms', async (name, within) => {
      const gate = bench.closedGate();
      const first = await bench.work(slow(gate), { lockDuration: 60_000 });
      await bench.queue.add(name, { photoId: 1, version: 'ab' });
      await until(async () => bench.runs.length === 1);
      const idle = await bench.work(() => undefined, { lockDuration: 60_000 });

      const since = Date.now();
      await first.close({ within: 200 });
      await until(async () => (await bench.count('completed')) === 1);

      expect(Date.now() - since).toBeLessThan(within);
      expect(bench.runs).toHaveLength(2);
      // Costs no attempt.
      expect([bench.runs[1]!.isLastAttempt, bench.failures]).toEqual([false, []]);
      await idle.close();
    });

    it('requeues a job whose handler ignores the signal', async () => {
      const gate = bench.closedGate();
      const first = await bench.work(() => gate.passed, { lockDuration: 60_000 });
      await bench.render();
      await until(async () => bench.runs.length === 1);
      await first.close({ within: 100 });
      expect(await bench.queue.counts()).toMatchObject({ waiting: 1, active: 0, failed: 0 });
    });

    it('completes a job that ends in time', async () => {
      const gate = bench.closedGate();
      const first = await bench.work(
        async (_, { signal }) => {
          signal.addEventListener('abort', () => gate.open());
          await gate.passed;
        },
        { lockDuration: 60_000 },
      );
      await bench.render();
      await until(async () => bench.runs.length === 1);
      await first.close({ within: 100 });
      expect(await bench.queue.counts()).toMatchObject({ waiting: 0, active: 0, completed: 1 });
    });
  });
}
