import { Body, Controller, Delete, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import {
  BlockSender,
  PageQuery,
  type BlockedSenderListView,
  type BlockedSenderResponse,
  type MessageResponse,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { BlockedSendersService } from './blocked-senders.service.ts';

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
  @ApiErrors('sender.not-found')
  async unblock(@Param('id', new ParseIdPipe('sender.not-found')) id: number): Promise<MessageResponse> {
    await this.senders.unblock(id);
    return { message: 'Sender unblocked' };
  }
}
