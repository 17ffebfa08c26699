import pLimit from 'p-limit';
import { AppError } from './app-error.ts';

/** Runs at most `concurrency` tasks at once and queues at most `maxQueued` more. */
export class Semaphore {
  private readonly limit;

  constructor(
    concurrency: number,
    private readonly maxQueued: number,
  ) {
    this.limit = pLimit(concurrency);
  }

  /** @throws AppError service.unavailable when the queue is full; errors of the task */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount, concurrency } = this.limit;
    if (activeCount + pendingCount >= concurrency + this.maxQueued) throw new AppError('service.unavailable');
    return this.limit(task);
  }
}
