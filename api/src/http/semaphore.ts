import pLimit from 'p-limit';
import { AppError } from './app-error.ts';

/** Bounds concurrent tasks and the queue of those that wait. */
export class Semaphore {
  private readonly limit;

  constructor(
    concurrency: number,
    private readonly maxQueued: number,
  ) {
    this.limit = pLimit(concurrency);
  }

  /** @throws AppError service.unavailable when the queue is full */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount, concurrency } = this.limit;
    if (activeCount + pendingCount >= concurrency + this.maxQueued) throw new AppError('service.unavailable');
    return this.limit(task);
  }
}
