import { Controller, Delete, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { PageQuery, type MessageResponse, type QueueBatchAnswer, type QueueView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseJobIdPipe } from './parse-job-id.pipe.ts';
import { QueueService } from './queue.service.ts';

@Controller('api/admin/queue')
@UseGuards(AdminGuard)
export class QueueController {
  constructor(private readonly queue: QueueService) {}

  /** Answers how the queue is doing, and lists the jobs that failed, those first that failed last. */
  @Get()
  view(@Query() query: PageQuery): Promise<QueueView> {
    return this.queue.view(query);
  }

  /**
   * Has the jobs that failed done once more, the oldest first.
   *
   * One request is for at most 200 of them; `left` says how many remain.
   */
  @Post('failed/retry')
  @HttpCode(200)
  retryAll(): Promise<QueueBatchAnswer> {
    return this.queue.retryAll();
  }

  /** Has a job that failed done once more, unless the same waits already. */
  @Post('failed/:id/retry')
  @ApiErrors('job.not-found')
  @HttpCode(200)
  async retry(@Param('id', ParseJobIdPipe) id: string): Promise<MessageResponse> {
    await this.queue.retry(id);
    return { message: 'The job is tried again' };
  }

  /**
   * Removes the jobs that failed, the oldest first. What they were about stays as it is.
   *
   * One request is for at most 200 of them; `left` says how many remain.
   */
  @Delete('failed')
  removeAll(): Promise<QueueBatchAnswer> {
    return this.queue.removeAll();
  }

  /** Removes a job that failed. What it was about stays as it is. */
  @Delete('failed/:id')
  @ApiErrors('job.not-found')
  async remove(@Param('id', ParseJobIdPipe) id: string): Promise<MessageResponse> {
    await this.queue.remove(id);
    return { message: 'The job is removed' };
  }
}
