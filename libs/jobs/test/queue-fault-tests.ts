import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { JobQueue, QueueUnavailableError } from '../src/job-queue.ts';
import { TestQueue, until } from './test-queue.ts';
import type { TestBackend } from './test-backend.ts';

/** Tests of the queue after a killed worker, cut connections and an unavailable backend, the same on every backend. */
export function testQueueFaults(makeBackend: () => Promise<TestBackend>): void {
  let testQueue: TestQueue;
  beforeEach(async () => {
    testQueue = new TestQueue(await makeBackend());
  });
  afterEach(() => testQueue.remove());

  it('moves the job of a killed worker to another', async () => {
    const script = fileURLToPath(new URL('doomed-worker.mjs', import.meta.url));
    const doomed = fork(script, [JSON.stringify(testQueue.backend.addresses)]);
    await testQueue.render();
    expect((await once(doomed, 'message'))[0]).toBe('started');
    const died = once(doomed, 'exit');
    doomed.kill('SIGKILL');
    await died;
    const killedAt = Date.now();
    await testQueue.work();
    await until(async () => (await testQueue.count('completed')) === 1);
    expect([testQueue.runs.length, testQueue.runs[0]!.isLastAttempt]).toEqual([1, false]);
    // Before the default lock duration of 15 s: the killed worker's was 1 s.
    expect(Date.now() - killedAt).toBeLessThan(12_000);
  });

  it('continues after all connections are cut', async () => {
    await testQueue.work();
    await testQueue.render();
    await until(async () => testQueue.runs.length === 1);
    await testQueue.backend.dropConnections();
    await retryUntilAccepted(() => testQueue.render(2));
    await until(async () => testQueue.runs.length === 2);
  });

  describe('while the backend is unavailable', () => {
    beforeEach(() => {
      testQueue.backend.timeoutMs = 1_000;
    });

    it('a queue and its worker can be closed', async () => {
      const since = Date.now();
      const worker = await testQueue.work();
      await testQueue.backend.makeUnavailable();
      const other = new JobQueue(testQueue.backend, () => undefined);
      const checking = other.check().catch(() => undefined);
      await Promise.all([checking, other.close(), worker.close()]);
      expect(Date.now() - since).toBeLessThan(10_000);
      await testQueue.backend.makeAvailable();
    });

    it('a queue throws after its timeout, and recovers', async () => {
      await testQueue.work();
      await testQueue.backend.makeUnavailable();
      const since = Date.now();
      await Promise.all([
        expect(testQueue.render()).rejects.toThrow(QueueUnavailableError),
        expect(testQueue.queue.check()).rejects.toThrow(QueueUnavailableError),
      ]);
      expect(Date.now() - since).toBeLessThan(3_500);
      await testQueue.backend.makeAvailable();
      await retryUntilAccepted(() => testQueue.render(2));
      await until(async () => testQueue.runs.some((run) => run.photoId === 2));
    });

    it('a queue can be created, and works once the backend is available', async () => {
      await testQueue.backend.makeUnavailable();
      const early = new JobQueue(testQueue.backend, () => undefined);
      await expect(early.add('photo.render', { photoId: 1 })).rejects.toThrow(QueueUnavailableError);
      await testQueue.backend.makeAvailable();
      await retryUntilAccepted(() => early.add('photo.render', { photoId: 2 }));
      await early.close();
      await testQueue.work();
      await until(async () => testQueue.runs.some((run) => run.photoId === 2));
    });
  });
}

/** Retries, as clients of the API do. */
async function retryUntilAccepted(add: () => Promise<string>): Promise<string> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    try {
      return await add();
    } catch (error) {
      expect(error).toBeInstanceOf(QueueUnavailableError);
      if (Date.now() > deadline) throw error;
      await wait(200);
    }
  }
}
