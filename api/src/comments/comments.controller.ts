import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import {
  CommentQuery,
  DecideComment,
  DecideComments,
  DeleteComments,
  type BatchAnswer,
  type DoneAnswer,
  type ModeratedCommentAnswer,
  type ModeratedCommentListView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { Answers } from '../http/answers.decorator.ts';
import { batchAnswer } from '../http/batch-answer.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { CommentsService } from './comments.service.ts';

@Controller('api/comments')
@UseGuards(AdminGuard)
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  /** Lists all comments, newest first. */
  @Get()
  @Answers('ModeratedCommentListView')
  list(@Query() query: CommentQuery): Promise<ModeratedCommentListView> {
    return this.comments.list(query);
  }

  /**
   * Approves a comment, or takes the approval back.
   *
   * Without a body it approves; `is_approved: false` makes the comment pending again.
   */
  @Put(':id/approve')
  @Answers('ModeratedCommentAnswer', 'comment.not-found')
  async decide(
    @Param('id', new RowId('comment.not-found')) id: number,
    @Body() { is_approved }: DecideComment,
  ): Promise<ModeratedCommentAnswer> {
    return { comment: await this.comments.decide(id, is_approved ?? true) };
  }

  /**
   * Approves several comments, or takes their approval back. Those that exist no more are left out.
   *
   * Without `is_approved` it approves; `is_approved: false` makes the comments pending again.
   */
  @Put('batch/approve')
  @Answers('BatchAnswer')
  async decideSeveral(@Body() { comment_ids, is_approved }: DecideComments): Promise<BatchAnswer> {
    const isApproved = is_approved ?? true;
    const count = await this.comments.decideSeveral(comment_ids, isApproved);
    return batchAnswer(count, 'comment', isApproved ? 'approved' : 'rejected');
  }

  /** Deletes several comments. Those that exist no more are left out. */
  @Post('batch/delete')
  @Answers('BatchAnswer')
  @HttpCode(200)
  async removeSeveral(@Body() { comment_ids }: DeleteComments): Promise<BatchAnswer> {
    return batchAnswer(await this.comments.removeSeveral(comment_ids), 'comment', 'deleted');
  }

  /** Deletes a comment. */
  @Delete(':id')
  @Answers('DoneAnswer', 'comment.not-found')
  async remove(@Param('id', new RowId('comment.not-found')) id: number): Promise<DoneAnswer> {
    await this.comments.remove(id);
    return { message: 'Comment deleted successfully' };
  }
}
