import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { PageQuery, PostComment, type CommentAnswer, type CommentListView } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { Answers } from '../http/answers.decorator.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { CommentsService } from './comments.service.ts';

@Controller('api/comments')
@UseGuards(ViewerGuard)
export class PublicCommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Get('photo/:photoId')
  @Answers('CommentListView', 'photo.not-found')
  ofPhoto(
    @CurrentViewer() viewer: Viewer,
    @Param('photoId', new RowId('photo.not-found')) photoId: number,
    @Query() query: PageQuery,
  ): Promise<CommentListView> {
    return this.comments.ofPhoto(viewer, photoId, query);
  }

  @Post()
  @Answers('CommentAnswer', 'photo.not-found')
  async post(@Body() comment: PostComment): Promise<CommentAnswer> {
    return { comment: await this.comments.post(comment) };
  }
}
