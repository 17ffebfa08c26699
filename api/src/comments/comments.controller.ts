import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import {
  type BatchResponse,
  type BlockedSenderListView,
  type BlockedSenderResponse,
  BlockSender,
  CommentQuery,
  DecideComment,
  DecideComments,
  DeleteComments,
  type MessageResponse,
  type ModeratedCommentListView,
  type ModeratedCommentResponse,
  PageQuery,
  ReplyToComment,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { batchResponse } from '../http/batch-response.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { BlockedSendersService } from './blocked-senders.service.ts';
import { CommentsService } from './comments.service.ts';

@Controller('api/comments')
@UseGuards(AdminGuard)
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  /** Lists comments, newest first. Without `status` it lists all. */
  @Get()
  list(@Query() query: CommentQuery): Promise<ModeratedCommentListView> {
    return this.comments.list(query);
  }

  /**
   * Approves a comment, or takes the approval back.
   * Without a body it approves; `is_approved: false` makes the comment pending again.
   */
  @Put(':id/approve')
  async decide(
    @Param('id', new ParseIdPipe('comment.not-found')) id: number,
    @Body() { is_approved }: DecideComment,
  ): Promise<ModeratedCommentResponse> {
    return { comment: await this.comments.decide(id, is_approved ?? true) };
  }

  /**
   * Approves several comments, or takes their approval back. Comments that no longer exist are left out.
   * Without `is_approved` it approves; `is_approved: false` makes the comments pending again (`rejected` in the message).
   */
  @Put('batch/approve')
  async decideSeveral(@Body() { comment_ids, is_approved }: DecideComments): Promise<BatchResponse> {
    const isApproved = is_approved ?? true;
    const count = await this.comments.decideSeveral(comment_ids, isApproved);
    return batchResponse(count, 'comment', isApproved ? 'approved' : 'rejected');
  }

  /**
   * Saves the artist's reply to a comment, and approves the comment. An empty text removes the reply and leaves the approval
   * unchanged.
   */
  @Put(':id/reply')
  async reply(
    @Param('id', new ParseIdPipe('comment.not-found')) id: number,
    @Body() { content }: ReplyToComment,
  ): Promise<ModeratedCommentResponse> {
    return { comment: await this.comments.reply(id, content) };
  }

  /** Moves several comments to the trash. Comments that no longer exist are left out. */
  @Post('batch/delete')
  @HttpCode(200)
  async removeSeveral(@Body() { comment_ids }: DeleteComments): Promise<BatchResponse> {
    return batchResponse(await this.comments.removeSeveral(comment_ids), 'comment', 'deleted');
  }

  /** Moves a comment to the trash. */
  @Delete(':id')
  async remove(@Param('id', new ParseIdPipe('comment.not-found')) id: number): Promise<MessageResponse> {
    await this.comments.remove(id);
    return { message: 'Comment deleted successfully' };
  }
}

@Controller('api/admin/blocked-senders')
@UseGuards(AdminGuard)
export class BlockedSendersController {
  constructor(private readonly senders: BlockedSendersService) {}

  /** Lists blocked senders, newest first. */
  @Get()
  list(@Query() query: PageQuery): Promise<BlockedSenderListView> {
    return this.senders.list(query);
  }

  /**
   * Blocks an email address, or a domain with its subdomains.
   * Later comments of the sender get the usual response and are dropped. A sender who is blocked already stays so.
   */
  @Post()
  async block(@Body() { sender }: BlockSender): Promise<BlockedSenderResponse> {
    return { blocked_sender: await this.senders.block(sender) };
  }

  /** Unblocks a sender. */
  @Delete(':id')
  async unblock(@Param('id', new ParseIdPipe('sender.not-found')) id: number): Promise<MessageResponse> {
    await this.senders.unblock(id);
    return { message: 'Sender unblocked' };
  }
}
