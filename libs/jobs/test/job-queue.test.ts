import { describe, expect, it, jest } from '@jest/globals';
import { JOBS } from '../src/job-list.ts';
import { QueueUnavailableError } from '../src/job-queue.ts';
import { Bench } from './bench.ts';
import { postgresMedium } from './medium.ts';
import { queueBehaviour } from './queue-behaviour.ts';
import { queueFaults } from './queue-faults.ts';

describe('the queue on PostgreSQL', () => {
  queueBehaviour(postgresMedium);
  queueFaults(postgresMedium);

  it('schedules repeating jobs in spite of a deadlock with another worker', async () => {
    const bench = new Bench(await postgresMedium());
    const cause = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const fault = new QueueUnavailableError('The queue does not answer', { cause });
    jest.spyOn(bench.queue, 'withQueue').mockRejectedValueOnce(fault).mockRejectedValueOnce(fault);

    await bench.queue.schedule();

    const queued = Object.values(await bench.queue.counts()).reduce((sum, count) => sum + count, 0);
    expect(queued).toBe(Object.values(JOBS).filter(({ every }) => every !== undefined).length);
    await bench.remove();
  });
});
