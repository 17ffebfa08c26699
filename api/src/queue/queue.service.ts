import { Injectable } from '@nestjs/common';
import { LIMITS, type PageQuery, type QueueBatchAnswer, type QueueView } from '@portfolio/contracts';
import { QueueOverview, type FailedJob } from '@portfolio/jobs';
import { AppError } from '../http/app-error.ts';
import { batchResponse } from '../http/batch-response.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { toFailedJobView } from './failed-job.view.ts';
import { JobSubjectsRepository } from './job-subjects.repository.ts';

/** Jobs that are seen to at the same time: as many as the queue has connections, and some on the way. */
const TOGETHER = 8;

/** What the administrator sees of the queue, and does to what failed there. */
@Injectable()
export class QueueService {
  constructor(
    private readonly overview: QueueOverview,
    private readonly subjects: JobSubjectsRepository,
  ) {}

  /**
   * The list moves on with each job that fails or goes, so that a page begins at a place and not at a job: one may be
   * missed, or seen twice, until it is read again.
   */
  async view(query: PageQuery): Promise<QueueView> {
    const { after: from = 0, limit } = readPage('failed-jobs', query);
    const [{ oldestWaiting, workers, ...counts }, jobs] = await Promise.all([
      this.overview.summary(),
      this.overview.failed({ from, count: limit + 1, order: 'latest' }),
    ]);
    const { page, next_cursor } = cutPage('failed-jobs', jobs, limit, () => from + limit);
    const subjects = await this.subjects.of(page);
    return {
      counts,
      oldest_waiting_seconds: oldestWaiting ? secondsSince(oldestWaiting) : null,
      workers,
      failed_jobs: page.map((job) => toFailedJobView(job, subjects)),
      next_cursor,
      total: counts.failed,
    };
  }

  async retry(id: string): Promise<void> {
    const job = await this.find(id);
    await this.subjects.reset([job]);
    await this.overview.retry(job);
  }

  async retryAll(): Promise<QueueBatchAnswer> {
    const jobs = await this.oldest();
    // Before they are asked for: what is asked for while its row says that it failed would end at once.
    await this.subjects.reset(jobs);
    await each(jobs, (job) => this.overview.retry(job));
    return this.batch(jobs, 'tried again');
  }

  async remove(id: string): Promise<void> {
    await this.overview.remove((await this.find(id)).id);
  }

  async removeAll(): Promise<QueueBatchAnswer> {
    const jobs = await this.oldest();
    await each(jobs, ({ id }) => this.overview.remove(id));
    return this.batch(jobs, 'removed');
  }

  private async find(id: string): Promise<FailedJob> {
    const job = await this.overview.findFailed(id);
    if (!job) throw new AppError('job.not-found');
    return job;
  }

  /** The oldest: what fails once more meanwhile comes after all others. */
  private oldest(): Promise<FailedJob[]> {
    return this.overview.failed({ from: 0, count: LIMITS.jobBatch, order: 'oldest' });
  }

  private async batch(jobs: FailedJob[], done: string): Promise<QueueBatchAnswer> {
    const { failed } = await this.overview.summary();
    return { ...batchResponse(jobs.length, 'job', done), left: failed };
  }
}

/** A moment that another machine's clock has ahead of ours is now. */
const secondsSince = (moment: Date) => Math.max(0, Math.round((Date.now() - moment.getTime()) / 1_000));

async function each(jobs: FailedJob[], act: (job: FailedJob) => Promise<void>): Promise<void> {
  for (let from = 0; from < jobs.length; from += TOGETHER) {
    await Promise.all(jobs.slice(from, from + TOGETHER).map(act));
  }
}
