import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { JobQueue } from '../src/job-queue.ts';
import { JOBS } from '../src/job-list.ts';
import { PermanentFailure, type JobContext } from '../src/job-worker.ts';
import { QueueOverview } from '../src/queue-overview.ts';
import { TestQueue, until } from './test-queue.ts';
import type { TestBackend } from './test-backend.ts';

/** Behaviour of the queue on any backend. */
export function queueBehaviour(makeBackend: () => Promise<TestBackend>): void {
  let testQueue: TestQueue;
  beforeEach(async () => {
    testQueue = new TestQueue(await makeBackend());
  });
  afterEach(() => testQueue.remove());

  const failed = () => new QueueOverview(testQueue.queue).failed({ from: 0, count: 9, order: 'latest' });

  it('passes each job to the handler of its name, once', async () => {
    await testQueue.render(7);
    await testQueue.queue.add('photo.discard', { photoId: 8, originalKey: 'originals/aa/a.jpg' });
    await testQueue.work();
    await until(async () => (await testQueue.count('completed')) === 2);
    expect(testQueue.runs.map(({ name, photoId }) => [name, photoId]).sort()).toEqual([
      ['photo.discard', 8],
      ['photo.render', 7],
    ]);
  });

  it('drops a job while an equal one waits or runs, and accepts it afterwards', async () => {
    await testQueue.render();
    await testQueue.render();
    await testQueue.render(2);
    expect(await testQueue.count('waiting')).toBe(2);

    const gate = testQueue.closedGate();
    await testQueue.work(() => gate.passed);
    await until(async () => testQueue.runs.length === 2);
    await testQueue.render();
    expect(await testQueue.queue.counts()).toMatchObject({ waiting: 0, active: 2 });
    gate.open();
    await until(async () => (await testQueue.count('completed')) === 2);

    await testQueue.render();
    await until(async () => testQueue.runs.length === 3);
  });

  it('retries a failed job with growing waits', async () => {
    const rules = JOBS['photo.render'];
    rules.firstWait = 200;
    testQueue.atEnd(() => delete rules.firstWait);
    await testQueue.work(() => {
      if (testQueue.runs.length < 3) throw new Error('not yet');
    });
    await testQueue.render();
    await until(async () => (await testQueue.count('completed')) === 1);
    const [first, second, third] = testQueue.runs.map((run) => run.at) as [number, number, number];
    // Exponential backoff with 30 % jitter.
    expect(second - first).toBeGreaterThanOrEqual(130);
    expect(third - second).toBeGreaterThanOrEqual(260);
  });

  it('fails a job after its last attempt, and accepts it again', async () => {
    await testQueue.work(() => {
      throw new Error('never');
    });
    await testQueue.render();
    for (let attempt = 1; attempt < JOBS['photo.render'].attempts; attempt += 1) {
      await until(async () => (await testQueue.count('delayed')) === 1);
      await testQueue.render();
      await testQueue.directly(async (bull) => Promise.all((await bull.getDelayed()).map((job) => job.promote())));
    }
    await until(async () => (await testQueue.count('failed')) === 1);
    expect(testQueue.runs.map((run) => run.isLastAttempt)).toEqual([false, false, false, false, true]);
    await until(async () => testQueue.failures.length === 5);
    await testQueue.render();
    await until(async () => testQueue.runs.length === 6);
  });

  it('does not retry a permanent failure', async () => {
    await testQueue.work(() => {
      throw new PermanentFailure('hopeless');
    });
    await testQueue.render();
    await until(async () => (await testQueue.count('failed')) === 1);
    await until(async () => testQueue.failures.includes('hopeless'));
    expect(testQueue.runs).toHaveLength(1);
  });

  it('retains only the latest failure of each subject', async () => {
    await testQueue.work(() => {
      throw new PermanentFailure(`failure ${testQueue.runs.length}`);
    });
    for (const [index, photoId] of [1, 1, 11, 1].entries()) {
      await testQueue.render(photoId);
      await until(async () => (await failed())[0]?.reason === `failure ${index + 1}`);
    }

    await until(async () => (await testQueue.count('failed')) === 2);
  });

  it('closes after the earlier failure of a subject is removed', async () => {
    const worker = await testQueue.work(() => {
      throw new PermanentFailure('hopeless');
    });
    let isRemoved = false;
    const remove = jest.spyOn(testQueue.queue, 'removeEarlierFailures');
    remove.mockImplementation(async () => void (isRemoved = await wait(300, true)));
    await testQueue.render();
    await until(async () => testQueue.failures.length === 1);

    await worker.close();
    expect(isRemoved).toBe(true);
  });

  it('returns the progress of a job, and its latest failure', async () => {
    const overview = new QueueOverview(testQueue.queue);
    const latest = () => overview.latest('export', { acceptLosses: true });
    expect(await latest()).toEqual({});
    await testQueue.queue.add('export', { acceptLosses: false });
    expect(await latest()).toEqual({ open: { payload: { acceptLosses: false }, addedAt: expect.any(Date) } });

    const gate = testQueue.closedGate();
    await testQueue.work(async (_, { report }) => {
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
    await expect(testQueue.queue.checkWorkers()).rejects.toThrow('No worker is running');
    await testQueue.work();
    await until(async () =>
      testQueue.queue.checkWorkers().then(
        () => true,
        () => false,
      ),
    );
  });

  it('fails a job without a handler', async () => {
    await testQueue.work();
    await testQueue.directly((bull) => bull.add('photo.paint' as never, {} as never, { attempts: 5 }));
    await until(async () => (await testQueue.count('failed')) === 1);
    await until(async () => testQueue.failures.includes('There is no handler for photo.paint'));
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
    const requeues = () => testQueue.runs.filter((run) => run.name === 'housekeeping.requeue');

    it('runs once per interval with any number of schedulers', async () => {
      const since = Date.now();
      const others = Array.from({ length: 4 }, () => new JobQueue(testQueue.backend, () => undefined));
      await Promise.all([testQueue.queue, ...others].map((each) => each.maintainSchedule({ rescheduleMs: 1_000 })));
      await Promise.all(others.map((each) => each.close()));
      await testQueue.work();
      await testQueue.work();
      await until(async () => requeues().length >= 9);
      // One chain of runs, not five. A busy machine catches up on late runs, with less than twice as many.
      expect(requeues().length).toBeLessThanOrEqual(((Date.now() - since) / 300) * 2 + 3);
    });

    it('leaves no failed jobs', async () => {
      await testQueue.queue.maintainSchedule({ rescheduleMs: 500 });
      await testQueue.work(() => {
        throw new Error('The database is unavailable');
      });
      await until(async () => requeues().length >= 3);
      await until(async () => (await failed()).length === 0);
    });

    it('continues after the queue lost it', async () => {
      await testQueue.queue.maintainSchedule({ rescheduleMs: 500 });
      await testQueue.work();
      await until(async () => requeues().length >= 2);

      await testQueue.backend.loseJobs();

      const before = requeues().length;
      await until(async () => requeues().length >= before + 3);
    });

    it('has the same times when it is scheduled again', async () => {
      rules.every = 800;
      await testQueue.work();
      await until(async () => {
        await testQueue.queue.schedule();
        return requeues().length >= 3;
      });
      // With a run for each scheduling, the third one would follow immediately.
      const [first, , third] = requeues();
      expect(third!.at - first!.at).toBeGreaterThanOrEqual(rules.every);
    });

    it('keeps its place in a backlog when it is scheduled again', async () => {
      await testQueue.queue.schedule();
      await testQueue.render();
      await testQueue.queue.schedule();
      await testQueue.work();
      await until(async () => testQueue.runs.some(({ name }) => name === 'photo.render'));
      const names = testQueue.runs.map(({ name }) => name);
      expect(names.indexOf('photo.render')).toBeGreaterThan(names.indexOf('housekeeping.requeue'));
      expect(names).toContain('housekeeping.requeue');
    });

    it('adopts changed options while a run waits', async () => {
      await testQueue.queue.schedule();
      const { prioritized } = await testQueue.queue.counts();
      rules.lowPriority = true;
      testQueue.atEnd(() => delete rules.lowPriority);
      await testQueue.queue.schedule();
      expect(await testQueue.count('prioritized')).toBe(prioritized! + 1);
    });

    it('continues when the clock was set back', async () => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * 60 * 1_000);
      await testQueue.queue.schedule();
      clock.mockRestore();
      await testQueue.queue.schedule();
      await testQueue.work();
      await until(async () => requeues().length >= 3);
    });

    it('continues after a run whose next one had a taken id', async () => {
      rules.every = 1_000;
      const name = 'housekeeping.requeue';
      await testQueue.queue.schedule();
      await testQueue.directly(async (bull) => {
        const { next } = (await bull.getJobScheduler(name))!;
        await bull.add(name as never, {} as never, { jobId: `repeat:${name}:${next! + 1_000}` });
      });
      await testQueue.work();
      await until(async () => requeues().length >= 2);
      await until(async () => (await testQueue.count('active')) === 0);

      await testQueue.queue.schedule();
      await until(async () => requeues().length >= 4);
    });
  });

  it('runs low priority jobs last, and counts them', async () => {
    const gate = testQueue.closedGate();
    await testQueue.queue.add('photo.refresh', { photoId: 1, version: 'ab' });
    await testQueue.render(2);
    await testQueue.render(3);
    expect(await testQueue.queue.counts()).toMatchObject({ prioritized: 1, waiting: 2 });
    await testQueue.work(() => gate.passed);
    await until(async () => testQueue.runs.length === 2);
    gate.open();
    await until(async () => testQueue.runs.length === 3);
    expect(testQueue.runs.at(-1)).toMatchObject({ name: 'photo.refresh', photoId: 1 });
  });

  it('finishes the running job on close, and takes no other', async () => {
    const gate = testQueue.closedGate();
    const worker = await testQueue.work(() => gate.passed);
    await testQueue.render();
    await until(async () => testQueue.runs.length === 1);
    let isClosed = false;
    const closing = worker.close().then(() => (isClosed = true));
    // A pending fetch of the next job may still complete.
    await wait(300);
    await testQueue.render(2);
    await wait(300);
    expect([isClosed, testQueue.runs.length]).toEqual([false, 1]);
    gate.open();
    await closing;
    expect(await testQueue.queue.counts()).toMatchObject({ completed: 1, waiting: 1, active: 0 });
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
      ['photo.render', 'at once', 60],
      // On Redis an idle worker finds low priority jobs at its next poll.
      ['photo.refresh', 'at its next poll', 5],
    ] as const)('requeues %s, which another worker takes %s', async (name, _, pollSeconds) => {
      const gate = testQueue.closedGate();
      const first = await testQueue.work(slow(gate), { lockDuration: 60_000 });
      await testQueue.queue.add(name, { photoId: 1, version: 'ab' });
      await until(async () => testQueue.runs.length === 1);
      const idle = await testQueue.work(() => undefined, { lockDuration: 60_000, pollSeconds });

      await first.close({ within: 200 });
      await until(async () => (await testQueue.count('completed')) === 1);

      expect(testQueue.runs).toHaveLength(2);
      // Costs no attempt.
      expect([testQueue.runs[1]!.isLastAttempt, testQueue.failures]).toEqual([false, []]);
      await idle.close();
    });

    it('requeues a job whose handler ignores the signal', async () => {
      const gate = testQueue.closedGate();
      const first = await testQueue.work(() => gate.passed, { lockDuration: 60_000 });
      await testQueue.render();
      await until(async () => testQueue.runs.length === 1);
      await first.close({ within: 100 });
      expect(await testQueue.queue.counts()).toMatchObject({ waiting: 1, active: 0, failed: 0 });
    });

    it.each([
      ['requeues', { within: 1_500 }, 1, { waiting: 1, completed: 0 }],
      ['does not start', { within: 0 }, 0, { waiting: 1, completed: 0 }],
      ['completes', {}, 1, { waiting: 0, completed: 1 }],
    ])('%s a job fetched at its start, with %j', async (_, options, runs, counts) => {
      testQueue.backend.timeoutMs = 1_000;
      const [held, gate] = [testQueue.closedGate(), testQueue.closedGate()];
      await testQueue.render();
      const worker = await testQueue.work(slow(gate), { lockDuration: 60_000, held: held.passed });
      await until(async () => (await testQueue.count('active')) === 1);

      const closing = worker.close(options);
      await wait(100);
      held.open();
      // Longer than the timeout.
      if (!('within' in options)) setTimeout(gate.open, 1_300);
      await closing;

      expect(testQueue.runs).toHaveLength(runs);
      expect(await testQueue.queue.counts()).toMatchObject({ ...counts, active: 0, failed: 0 });
    });

    it('completes a job that ends in time', async () => {
      const gate = testQueue.closedGate();
      const first = await testQueue.work(
        async (_, { signal }) => {
          signal.addEventListener('abort', () => gate.open());
          await gate.passed;
        },
        { lockDuration: 60_000 },
      );
      await testQueue.render();
      await until(async () => testQueue.runs.length === 1);
      await first.close({ within: 100 });
      expect(await testQueue.queue.counts()).toMatchObject({ waiting: 0, active: 0, completed: 1 });
    });
  });
}
