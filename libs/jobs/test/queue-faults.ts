import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { JobQueue, QueueUnavailableError } from '../src/job-queue.ts';
import { Bench, until } from './bench.ts';
import type { Medium } from './medium.ts';

/** Faults of processes and connections, which lose no job on any backend. */
export function queueFaults(makeMedium: () => Promise<Medium>): void {
  let bench: Bench;
  beforeEach(async () => {
    bench = new Bench(await makeMedium());
  });
  afterEach(() => bench.remove());

  it('moves the job of a killed worker to another', async () => {
    const script = fileURLToPath(new URL('doomed-worker.mjs', import.meta.url));
    const doomed = fork(script, [JSON.stringify(bench.medium.addresses)]);
    await bench.render();
    expect((await once(doomed, 'message'))[0]).toBe('started');
    const died = once(doomed, 'exit');
    doomed.kill('SIGKILL');
    await died;
    const killedAt = Date.now();
    await bench.work();
    await until(async () => (await bench.count('completed')) === 1);
    expect([bench.runs.length, bench.runs[0]!.isLastAttempt]).toEqual([1, false]);
    // After the configured lock duration, not the default.
    expect(Date.now() - killedAt).toBeLessThan(12_000);
  });

  it('continues after all connections were cut', async () => {
    await bench.work();
    await bench.render();
    await until(async () => bench.runs.length === 1);
    await bench.medium.dropConnections();
    await tryUntilTaken(() => bench.render(2));
    await until(async () => bench.runs.length === 2);
  });

  describe('while it is unavailable', () => {
    it('can be closed', async () => {
      const since = Date.now();
      const worker = await bench.work();
      await bench.medium.makeUnavailable();
      const other = new JobQueue(bench.medium.backend, () => undefined);
      const checking = other.check().catch(() => undefined);
      await Promise.all([checking, other.close(), worker.close()]);
      expect(Date.now() - since).toBeLessThan(15_000);
      await bench.medium.makeAvailable();
    });

    it('throws within five seconds, and recovers', async () => {
      await bench.work();
      await bench.medium.makeUnavailable();
      const since = Date.now();
      await Promise.all([
        expect(bench.render()).rejects.toThrow(QueueUnavailableError),
        expect(bench.queue.check()).rejects.toThrow(QueueUnavailableError),
      ]);
      expect(Date.now() - since).toBeLessThan(10_000);
      await bench.medium.makeAvailable();
      await tryUntilTaken(() => bench.render(2));
      await until(async () => bench.runs.some((run) => run.photoId === 2));
    });

    it('can be created, and works once it is available', async () => {
      await bench.medium.makeUnavailable();
      const early = new JobQueue(bench.medium.backend, () => undefined);
      await expect(early.add('photo.render', { photoId: 1 })).rejects.toThrow(QueueUnavailableError);
      await bench.medium.makeAvailable();
      await tryUntilTaken(() => early.add('photo.render', { photoId: 2 }));
      await early.close();
      await bench.work();
      await until(async () => bench.runs.some((run) => run.photoId === 2));
    });
  });
}

/** Retries, as clients of the API do. */
async function tryUntilTaken(add: () => Promise<void>): Promise<void> {
  const ends = Date.now() + 15_000;
  for (;;) {
    try {
      return await add();
    } catch (error) {
      expect(error).toBeInstanceOf(QueueUnavailableError);
      if (Date.now() > ends) throw error;
      await wait(200);
    }
  }
}
