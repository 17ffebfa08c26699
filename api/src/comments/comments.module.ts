import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Comment } from '@portfolio/database';
import { CommentsController } from './comments.controller.ts';
import { CommentsRepository } from './comments.repository.ts';
import { CommentsService } from './comments.service.ts';
import { PublicCommentsController } from './public-comments.controller.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Comment])],
  controllers: [PublicCommentsController, CommentsController],
  providers: [CommentsService, CommentsRepository],
  exports: [CommentsService],
})
export class CommentsModule {}
