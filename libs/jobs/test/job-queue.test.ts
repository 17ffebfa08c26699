import { describe, expect, it, jest } from '@jest/globals';
import { JOBS } from '../src/job-list.ts';
import { QueueUnavailableError } from '../src/job-queue.ts';
import { TestQueue } from './test-queue.ts';
import { postgresBackend } from './test-backend.ts';
import { queueBehaviour } from './queue-behaviour.ts';
import { testQueueFaults } from './queue-fault-tests.ts';

describe('the queue on PostgreSQL', () => {
  queueBehaviour(postgresBackend);
  testQueueFaults(postgresBackend);

  it('schedules repeating jobs in spite of a deadlock with another worker', async () => {
    const testQueue = new TestQueue(await postgresBackend());
    const cause = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const fault = new QueueUnavailableError('The queue does not answer', { cause });
    jest.spyOn(testQueue.queue, 'withQueue').mockRejectedValueOnce(fault).mockRejectedValueOnce(fault);

    await testQueue.queue.schedule();

    const queued = Object.values(await testQueue.queue.counts()).reduce((sum, count) => sum + count, 0);
    expect(queued).toBe(Object.values(JOBS).filter(({ every }) => every !== undefined).length);
    await testQueue.remove();
  });
});
