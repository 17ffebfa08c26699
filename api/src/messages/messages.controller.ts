import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import {
  DeleteMessages,
  MarkMessage,
  MarkMessages,
  MessageQuery,
  type BatchResponse,
  type MessageResponse,
  type InboxMessageResponse,
  type MessageListView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { batchResponse } from '../http/batch-response.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { MessagesService } from './messages.service.ts';

@Controller('api/admin/messages')
@UseGuards(AdminGuard)
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  /** Lists messages, the unread ones first, each newest first. */
  @Get()
  list(@Query() query: MessageQuery): Promise<MessageListView> {
    return this.messages.list(query);
  }

  /** Marks a message as read, or as unread. Without a body it is read; `is_read: false` makes it unread again. */
  @Put(':id/read')
  async mark(
    @Param('id', new ParseIdPipe('message.not-found')) id: number,
    @Body() { is_read }: MarkMessage,
  ): Promise<InboxMessageResponse> {
    return { message: await this.messages.mark(id, is_read ?? true) };
  }

  /** Marks several messages as read, or as unread. Without ids it marks all; messages that no longer exist are left out. */
  @Put('batch/read')
  async markSeveral(@Body() { message_ids, is_read }: MarkMessages): Promise<BatchResponse> {
    const isRead = is_read ?? true;
    const count = await this.messages.markSeveral(message_ids, isRead);
    return batchResponse(count, 'message', isRead ? 'marked as read' : 'marked as unread');
  }

  /** Moves several messages to the trash. Messages that no longer exist are left out. */
  @Post('batch/delete')
  @HttpCode(200)
  async removeSeveral(@Body() { message_ids }: DeleteMessages): Promise<BatchResponse> {
    return batchResponse(await this.messages.removeSeveral(message_ids), 'message', 'deleted');
  }

  /** Moves a message to the trash. */
  @Delete(':id')
  async remove(@Param('id', new ParseIdPipe('message.not-found')) id: number): Promise<MessageResponse> {
    await this.messages.remove(id);
    return { message: 'Message deleted successfully' };
  }
}
