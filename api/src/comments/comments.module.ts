import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.ts';
import { BlockedSendersRepository } from './blocked-senders.repository.ts';
import { BlockedSendersService } from './blocked-senders.service.ts';
import { BlockedSendersController, CommentsController } from './comments.controller.ts';
import { CommentsRepository } from './comments.repository.ts';
import { CommentsService } from './comments.service.ts';
import { PublicCommentsController } from './public-comments.controller.ts';

@Module({
  imports: [MediaModule],
  controllers: [PublicCommentsController, CommentsController, BlockedSendersController],
  providers: [CommentsService, CommentsRepository, BlockedSendersService, BlockedSendersRepository],
  exports: [CommentsService],
})
export class CommentsModule {}
