import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { JobQueue, QueueUnavailableError } from '../src/job-queue.ts';
import { TestQueue, until } from './test-queue.ts';
import type { TestBackend } from './test-backend.ts';

/** Faults of processes and connections, which lose no job on any backend. */
export function queueFaults(makeBackend: () => Promise<TestBackend>): void {
  let testQueue: TestQueue;
  beforeEach(async () => {
    testQueue = new TestQueue(await makeBackend());
  });
  afterEach(() => testQueue.remove());

  it('moves the job of a killed worker to another', async () => {
    const script = fileURLToPath(new URL('doomed-worker.mjs', import.meta.url));
    const doomed = fork(script, [JSON.stringify(testQueue.server.addresses)]);
    await testQueue.render();
    expect((await once(doomed, 'message'))[0]).toBe('started');
    const died = once(doomed, 'exit');
    doomed.kill('SIGKILL');
    await died;
    const killedAt = Date.now();
    await testQueue.work();
    await until(async () => (await testQueue.count('completed')) === 1);
    expect([testQueue.runs.length, testQueue.runs[0]!.isLastAttempt]).toEqual([1, false]);
    // After the configured lock duration, not the default.
    expect(Date.now() - killedAt).toBeLessThan(12_000);
  });

  it('continues after all connections were cut', async () => {
    await testQueue.work();
    await testQueue.render();
    await until(async () => testQueue.runs.length === 1);
    await testQueue.server.dropConnections();
    await tryUntilTaken(() => testQueue.render(2));
    await until(async () => testQueue.runs.length === 2);
  });

  describe('while it is unavailable', () => {
    beforeEach(() => {
      testQueue.server.backend.timeoutMs = 1_000;
    });

    it('can be closed', async () => {
      const since = Date.now();
      const worker = await testQueue.work();
      await testQueue.server.makeUnavailable();
      const other = new JobQueue(testQueue.server.backend, () => undefined);
      const checking = other.check().catch(() => undefined);
      await Promise.all([checking, other.close(), worker.close()]);
      expect(Date.now() - since).toBeLessThan(10_000);
      await testQueue.server.makeAvailable();
    });

    it('throws after its timeout, and recovers', async () => {
      await testQueue.work();
      await testQueue.server.makeUnavailable();
      const since = Date.now();
      await Promise.all([
        expect(testQueue.render()).rejects.toThrow(QueueUnavailableError),
        expect(testQueue.queue.check()).rejects.toThrow(QueueUnavailableError),
      ]);
      expect(Date.now() - since).toBeLessThan(3_500);
      await testQueue.server.makeAvailable();
      await tryUntilTaken(() => testQueue.render(2));
      await until(async () => testQueue.runs.some((run) => run.photoId === 2));
    });

    it('can be created, and works once it is available', async () => {
      await testQueue.server.makeUnavailable();
      const early = new JobQueue(testQueue.server.backend, () => undefined);
      await expect(early.add('photo.render', { photoId: 1 })).rejects.toThrow(QueueUnavailableError);
      await testQueue.server.makeAvailable();
      await tryUntilTaken(() => early.add('photo.render', { photoId: 2 }));
      await early.close();
      await testQueue.work();
      await until(async () => testQueue.runs.some((run) => run.photoId === 2));
    });
  });
}

/** Retries, as clients of the API do. */
async function tryUntilTaken(add: () => Promise<string>): Promise<string> {
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
