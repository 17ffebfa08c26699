import { Body, Controller, Delete, Get, Param, Put, Query, UseGuards } from '@nestjs/common';
import {
  MarkMessage,
  PageQuery,
  type MessageResponse,
  type InboxMessageResponse,
  type MessageListView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { MessagesService } from './messages.service.ts';

@Controller('api/admin/messages')
@UseGuards(AdminGuard)
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  /** Lists messages, the unread ones first, each newest first. */
  @Get()
  list(@Query() query: PageQuery): Promise<MessageListView> {
    return this.messages.list(query);
  }

  /** Marks a message as read, or as unread. Without a body it is read; `is_read: false` makes it unread again. */
  @Put(':id/read')
  @ApiErrors('message.not-found')
  async mark(
    @Param('id', new ParseIdPipe('message.not-found')) id: number,
    @Body() { is_read }: MarkMessage,
  ): Promise<InboxMessageResponse> {
    return { message: await this.messages.mark(id, is_read ?? true) };
  }

  /** Moves a message to the trash. */
  @Delete(':id')
  @ApiErrors('message.not-found')
  async remove(@Param('id', new ParseIdPipe('message.not-found')) id: number): Promise<MessageResponse> {
    await this.messages.remove(id);
    return { message: 'Message deleted successfully' };
  }
}
