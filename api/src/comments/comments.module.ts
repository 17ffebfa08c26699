import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlockedSender, Comment } from '@portfolio/database';
import { MediaModule } from '../media/media.module.ts';
import { BlockedSendersController } from './blocked-senders.controller.ts';
import { BlockedSendersRepository } from './blocked-senders.repository.ts';
import { BlockedSendersService } from './blocked-senders.service.ts';
import { CommentsController } from './comments.controller.ts';
import { CommentsRepository } from './comments.repository.ts';
import { CommentsService } from './comments.service.ts';
import { PublicCommentsController } from './public-comments.controller.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Comment, BlockedSender]), MediaModule],
  controllers: [PublicCommentsController, CommentsController, BlockedSendersController],
  providers: [CommentsService, CommentsRepository, BlockedSendersService, BlockedSendersRepository],
  exports: [CommentsService],
})
export class CommentsModule {}
