import { Injectable } from '@nestjs/common';
import type { BlockedSenderListView, BlockedSenderView, PageQuery } from '@portfolio/contracts';
import type { BlockedSender } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { BlockedSendersRepository } from './blocked-senders.repository.ts';

@Injectable()
export class BlockedSendersService {
  constructor(private readonly senders: BlockedSendersRepository) {}

  async list(query: PageQuery): Promise<BlockedSenderListView> {
    const range = readPage('blocked-senders', query);
    const { rows, total } = await this.senders.list(range);
    const { page, next_cursor } = cutPage('blocked-senders', rows, range.limit, ({ id }) => id);
    return { blocked_senders: page.map(toBlockedSenderView), next_cursor, total };
  }

  async block(sender: string): Promise<BlockedSenderView> {
    return toBlockedSenderView(await this.senders.insert(sender.toLowerCase()));
  }

  async unblock(id: number): Promise<void> {
    if (!(await this.senders.remove(id))) throw new AppError('sender.not-found');
  }
}

const toBlockedSenderView = (blocked: BlockedSender): BlockedSenderView => ({
  id: blocked.id,
  sender: blocked.sender,
  dropped_comments: blocked.droppedComments,
  last_dropped_at: blocked.lastDroppedAt?.toISOString() ?? null,
  created_at: blocked.createdAt.toISOString(),
});
