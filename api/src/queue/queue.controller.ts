import { Controller, Delete, Get, HttpCode, Param, type PipeTransform, Post, Query, UseGuards } from '@nestjs/common';
import { PageQuery, type MessageResponse, type QueueBatchResponse, type QueueView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors, AppError } from '../http/app-error.ts';
import { QueueService } from './queue.service.ts';

/** Rejects ids that no job can have. */
class ParseJobIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!/^[\w:.-]{1,200}$/.test(value)) throw new AppError('job.not-found');
    return value;
  }
}

@Controller('api/admin/queue')
@UseGuards(AdminGuard)
export class QueueController {
  constructor(private readonly queue: QueueService) {}

  /** Returns counts of jobs and workers, and lists the failed jobs with reasons, the latest first. */
  @Get()
  view(@Query() query: PageQuery): Promise<QueueView> {
    return this.queue.view(query);
  }

  /**
   * Retries the failed jobs, the oldest first.
   * One request takes at most 200 of them; `left` is the number of failed jobs that remain.
   */
  @Post('failed/retry')
  @HttpCode(200)
  retryAll(): Promise<QueueBatchResponse> {
    return this.queue.retryAll();
  }

  /** Retries a failed job. Where an equal job waits or runs, only removes the failed one. */
  @Post('failed/:id/retry')
  @ApiErrors('job.not-found')
  @HttpCode(200)
  async retry(@Param('id', ParseJobIdPipe) id: string): Promise<MessageResponse> {
    await this.queue.retry(id);
    return { message: 'The job is tried again' };
  }

  /**
   * Removes the failed jobs, the oldest first. Their photos and messages stay as they are.
   * One request takes at most 200 of them; `left` is the number of failed jobs that remain.
   */
  @Delete('failed')
  removeAll(): Promise<QueueBatchResponse> {
    return this.queue.removeAll();
  }

  /** Removes a failed job. Its photo or message stays as it is. */
  @Delete('failed/:id')
  @ApiErrors('job.not-found')
  async remove(@Param('id', ParseJobIdPipe) id: string): Promise<MessageResponse> {
    await this.queue.remove(id);
    return { message: 'The job is removed' };
  }
}
