import { Module } from '@nestjs/common';
import { QueueModule } from '../queue/queue.module.ts';
import { ExportsController } from './exports.controller.ts';
import { ExportsRepository } from './exports.repository.ts';
import { ExportsService } from './exports.service.ts';
import { PublicExportsController } from './public-exports.controller.ts';

@Module({
  imports: [QueueModule],
  controllers: [ExportsController, PublicExportsController],
  providers: [ExportsService, ExportsRepository],
})
export class ExportsModule {}
