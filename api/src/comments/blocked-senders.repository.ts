import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { BlockedSender } from '@portfolio/database';
import { type EntityManager, Repository } from 'typeorm';
import type { PageRange } from '../http/cursor.ts';

@Injectable()
export class BlockedSendersRepository {
  constructor(@InjectRepository(BlockedSender) private readonly senders: Repository<BlockedSender>) {}

  /** Newest first, one row more than the page. */
  async list({ after, limit }: PageRange) {
    const page = this.senders
      .createQueryBuilder('blocked')
      .orderBy('blocked.id', 'DESC')
      .limit(limit + 1);
    if (after !== undefined) page.where('blocked.id < :after', { after });
    const [total, rows] = await Promise.all([this.senders.count(), page.getMany()]);
    return { total, rows };
  }

  /** Blocks a sender; one that is blocked already stays so. One statement, since the row may be deleted meanwhile. */
  async insert(sender: string): Promise<BlockedSender> {
    const inserting = this.senders.createQueryBuilder().insert().values({ sender }).orUpdate(['sender'], ['sender']);
    const { generatedMaps } = await inserting.returning('*').execute();
    return this.senders.create(generatedMaps[0]!);
  }

  async remove(id: number): Promise<boolean> {
    const { affected } = await this.senders.delete({ id });
    return affected === 1;
  }
}

/** Counts a comment of a blocked sender. @returns false for a sender who is not blocked */
export async function countIfBlocked(transaction: EntityManager, email: string): Promise<boolean> {
  const counting = transaction
    .createQueryBuilder()
    .update(BlockedSender)
    .set({ droppedComments: () => 'dropped_comments + 1', lastDroppedAt: () => 'now()' })
    .where('sender = any(:names)', { names: sendersOf(email) });
  return ((await counting.execute()).affected ?? 0) > 0;
}

/** Entries that block an address: itself, its domain and the domains above it. */
function sendersOf(email: string): string[] {
  const address = email.toLowerCase();
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  return [address, ...labels.slice(1).map((_, index) => labels.slice(index).join('.'))];
}
