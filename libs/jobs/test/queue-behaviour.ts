import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { JobQueue } from '../src/job-queue.ts';
import { JOBS } from '../src/job-list.ts';
import { PermanentFailure, type JobContext } from '../src/job-worker.ts';
import { QueueOverview } from '../src/queue-overview.ts';
import { Bench, until } from './bench.ts';
import type { Medium } from './medium.ts';

/** What becomes of jobs, whatever medium carries them. */
export function queueBehaviour(makeMedium: () => Promise<Medium>): void {
  let bench: Bench;
  beforeEach(async () => {
    bench = new Bench(await makeMedium());
  });
  afterEach(() => bench.remove());

  const failed = () => new QueueOverview(bench.queue).failed({ from: 0, count: 9, order: 'latest' });

  it('hands every job to the handler of its name, once', async () => {
    await bench.render(7);
    await bench.queue.add('photo.discard', { photoId: 8, originalKey: 'originals/aa/a.jpg' });
    await bench.work();
    await until(async () => (await bench.count('completed')) === 2);
    expect(bench.runs.map(({ name, photoId }) => [name, photoId]).sort()).toEqual([
      ['photo.discard', 8],
      ['photo.render', 7],
    ]);
  });

  it('drops a job that already waits or bench.runs, and takes it again afterwards', async () => {
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

  it('tries a failed job again, each time after a longer wait', async () => {
    const rules = JOBS['photo.render'];
    rules.firstWait = 200;
    bench.atEnd(() => delete rules.firstWait);
    await bench.work(() => {
      if (bench.runs.length < 3) throw new Error('not yet');
    });
    await bench.render();
    await until(async () => (await bench.count('completed')) === 1);
    const [first, second, third] = bench.runs.map((run) => run.at) as [number, number, number];
    // That wait and twice as long, less the jitter of 30 % that keeps many from coming back at once.
    expect(second - first).toBeGreaterThanOrEqual(130);
    expect(third - second).toBeGreaterThanOrEqual(260);
  });

  it('gives up after the last attempt, and takes the job again when it is asked for', async () => {
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

  it('does not try again what would fail in the same way', async () => {
    await bench.work(() => {
      throw new PermanentFailure('hopeless');
    });
    await bench.render();
    await until(async () => (await bench.count('failed')) === 1);
    await until(async () => bench.failures.includes('hopeless'));
    expect(bench.runs).toHaveLength(1);
  });

  it('keeps one failure of each subject: the latest', async () => {
    await bench.work(() => {
      throw new PermanentFailure(`failure ${bench.runs.length}`);
    });
    for (const [index, photoId] of [1, 1, 11, 1].entries()) {
      await bench.render(photoId);
      await until(async () => (await failed())[0]?.reason === `failure ${index + 1}`);
    }

    await until(async () => (await bench.count('failed')) === 2);
  });

  it('knows whether a worker is there', async () => {
    await expect(bench.queue.checkWorkers()).rejects.toThrow('No worker is running');
    await bench.work();
    await until(async () =>
      bench.queue.checkWorkers().then(
        () => true,
        () => false,
      ),
    );
  });

  it('fails a job that nobody knows', async () => {
    await bench.work();
    await bench.directly((bull) => bull.add('photo.paint' as never, {} as never, { attempts: 5 }));
    await until(async () => (await bench.count('failed')) === 1);
    await until(async () => bench.failures.includes('There is no handler for photo.paint'));
  });

  describe('what comes round by itself', () => {
    const rules = JOBS['housekeeping.requeue'];
    const { every } = rules;
    beforeEach(() => {
      rules.every = 300;
    });
    afterEach(() => {
      rules.every = every;
    });
    const requeues = () => bench.runs.filter((run) => run.name === 'housekeeping.requeue');

    it('does so again and again, however many workers say so', async () => {
      const since = Date.now();
      const others = Array.from({ length: 4 }, () => new JobQueue(bench.medium.backend, () => undefined));
      await Promise.all([bench.queue, ...others].map((each) => each.maintainSchedule({ rescheduleMs: 1_000 })));
      await Promise.all(others.map((each) => each.close()));
      await bench.work();
      await bench.work();
      await until(async () => requeues().length >= 9);
      // One chain of runs and not five. On a busy machine it makes up for those that came late, which is less than twice
      // as many as there should be; five would be there in a fifth of the time.
      expect(requeues().length).toBeLessThanOrEqual(((Date.now() - since) / 300) * 2 + 3);
    });

    it('leaves no failure, since it comes round anyway', async () => {
      await bench.queue.maintainSchedule({ rescheduleMs: 500 });
      await bench.work(() => {
        throw new Error('The database is away');
      });
      await until(async () => requeues().length >= 3);
      await until(async () => (await failed()).length === 0);
    });

    it('goes on after the queue has lost it', async () => {
      await bench.queue.maintainSchedule({ rescheduleMs: 500 });
      await bench.work();
      await until(async () => requeues().length >= 2);

      await bench.medium.forget();

      const before = requeues().length;
      await until(async () => requeues().length >= before + 3);
    });

    it('keeps its times when a worker starts anew', async () => {
      rules.every = 800;
      await bench.work();
      await until(async () => {
        await bench.queue.schedule();
        return requeues().length >= 3;
      });
      // A run for each time that it was scheduled would bring the third at once. One may be late, and the next is not.
      const [first, , third] = requeues();
      expect(third!.at - first!.at).toBeGreaterThanOrEqual(rules.every);
    });
  });

  it('does work that can wait after the other, and counts it too', async () => {
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

  it('waits on closing for the job that bench.runs, and takes no other', async () => {
    const gate = bench.closedGate();
    const worker = await bench.work(() => gate.passed);
    await bench.render();
    await until(async () => bench.runs.length === 1);
    let isClosed = false;
    const closing = worker.close().then(() => (isClosed = true));
    // The request for the next job that was under way may still be answered.
    await wait(300);
    await bench.render(2);
    await wait(300);
    expect([isClosed, bench.runs.length]).toEqual([false, 1]);
    gate.open();
    await closing;
    expect(await bench.queue.counts()).toMatchObject({ completed: 1, waiting: 1, active: 0 });
  });

  describe('a worker that stops, and a job that takes longer than it waits', () => {
    const slow =
      (gate: { passed: Promise<void> }) =>
      (_: unknown, { signal }: JobContext) =>
        Promise.race([
          gate.passed,
          new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
        ]);

    it.each([
      // Less than the five seconds after which an idle worker looks by itself.
      ['photo.render', 4_500],
      // On Redis an idle worker hears of work that can wait when it next looks, which is every five seconds.
      ['photo.refresh', 9_000],
    ] as const)('gives %s to another worker, within %d ms', async (name, within) => {
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
      // It was nobody's failure, and costs none of the attempts.
      expect([bench.runs[1]!.isLastAttempt, bench.failures]).toEqual([false, []]);
      await idle.close();
    });

    it('does so although its handler does not listen', async () => {
      const gate = bench.closedGate();
      const first = await bench.work(() => gate.passed, { lockDuration: 60_000 });
      await bench.render();
      await until(async () => bench.runs.length === 1);
      await first.close({ within: 100 });
      expect(await bench.queue.counts()).toMatchObject({ waiting: 1, active: 0, failed: 0 });
    });

    it('keeps what ends after all', async () => {
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
