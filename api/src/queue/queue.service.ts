import { Injectable } from '@nestjs/common';
import { LIMITS, type PageQuery, type QueueBatchResponse, type QueueView } from '@portfolio/contracts';
import { QueueOverview, type FailedJob } from '@portfolio/jobs';
import { AppError } from '../http/app-error.ts';
import { batchResponse } from '../http/batch-response.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { toFailedJobView } from './failed-job.view.ts';
import { JobSubjectsRepository } from './job-subjects.repository.ts';

/** Concurrent changes of jobs: a few more than the queue has connections. */
const CONCURRENCY = 8;

@Injectable()
export class QueueService {
  constructor(
    private readonly overview: QueueOverview,
    private readonly subjects: JobSubjectsRepository,
  ) {}

  /** Pages by offset: a job that fails meanwhile can shift others to the next page. */
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

  async retryAll(): Promise<QueueBatchResponse> {
    const jobs = await this.oldest();
    // Rows first: a job whose row is still failed ends at once.
    await this.subjects.reset(jobs);
    await each(jobs, (job) => this.overview.retry(job));
    return this.batch(jobs, 'tried again');
  }

  async remove(id: string): Promise<void> {
    await this.overview.remove((await this.find(id)).id);
  }

  async removeAll(): Promise<QueueBatchResponse> {
    const jobs = await this.oldest();
    await each(jobs, ({ id }) => this.overview.remove(id));
    return this.batch(jobs, 'removed');
  }

  private async find(id: string): Promise<FailedJob> {
    const job = await this.overview.findFailed(id);
    if (!job) throw new AppError('job.not-found');
    return job;
  }

  /** Oldest first: jobs that fail again come after all others. */
  private oldest(): Promise<FailedJob[]> {
    return this.overview.failed({ from: 0, count: LIMITS.jobBatch, order: 'oldest' });
  }

  private async batch(jobs: FailedJob[], done: string): Promise<QueueBatchResponse> {
    const { failed } = await this.overview.summary();
    return { ...batchResponse(jobs.length, 'job', done), left: failed };
  }
}

/** At least 0: the clock of another machine may be ahead. */
const secondsSince = (moment: Date) => Math.max(0, Math.round((Date.now() - moment.getTime()) / 1_000));

async function each(jobs: FailedJob[], act: (job: FailedJob) => Promise<void>): Promise<void> {
  for (let from = 0; from < jobs.length; from += CONCURRENCY) {
    await Promise.all(jobs.slice(from, from + CONCURRENCY).map(act));
  }
}
