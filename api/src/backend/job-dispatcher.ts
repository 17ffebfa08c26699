import { Injectable, Logger } from '@nestjs/common';
import { JobQueue, type JobName, type JobPayloads } from '@portfolio/jobs';

/** Enqueues jobs for rows that are stored already. */
@Injectable()
export class JobDispatcher {
  private readonly logger = new Logger('jobs');

  constructor(private readonly jobs: JobQueue) {}

  /** Never throws. When the queue is away, housekeeping enqueues or does the work later. @returns whether it was enqueued */
  async enqueue<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<boolean> {
    try {
      await this.jobs.add(name, payload);
      return true;
    } catch (error) {
      this.logger.warn(`${name} was not enqueued, so housekeeping completes its work: ${String(error)}`);
      return false;
    }
  }
}
