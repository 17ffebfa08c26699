import { Module } from '@nestjs/common';
import { JobQueue, QueueOverview } from '@portfolio/jobs';
import { JobSubjectsRepository } from './job-subjects.repository.ts';
import { QueueController } from './queue.controller.ts';
import { QueueService } from './queue.service.ts';

@Module({
  controllers: [QueueController],
  exports: [QueueOverview],
  providers: [
    QueueService,
    JobSubjectsRepository,
    { provide: QueueOverview, useFactory: (jobs: JobQueue) => new QueueOverview(jobs), inject: [JobQueue] },
  ],
})
export class QueueModule {}
