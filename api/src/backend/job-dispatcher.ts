import { Injectable, Logger } from '@nestjs/common';
import { JobQueue, type JobName, type JobPayloads } from '@portfolio/jobs';

/** Asks the worker for work on what has been accepted already. */
@Injectable()
export class JobDispatcher {
  private readonly logger = new Logger('jobs');

  constructor(private readonly jobs: JobQueue) {}

  /**
   * What is accepted stays accepted when the queue is away: the worker's housekeeping finds it by its row, or by its
   * files, and asks again. So this never throws.
   */
  async enqueue<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<void> {
    try {
      await this.jobs.add(name, payload);
    } catch (error) {
      this.logger.warn(`${name} could not be queued and is left to housekeeping: ${String(error)}`);
    }
  }
}
