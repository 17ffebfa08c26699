import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.ts';
import { TrashController } from './trash.controller.ts';
import { TrashRepository } from './trash.repository.ts';
import { TrashService } from './trash.service.ts';

@Module({
  imports: [MediaModule],
  controllers: [TrashController],
  providers: [TrashService, TrashRepository],
})
export class TrashModule {}
