import { Check, Column, Entity, Index } from 'typeorm';
import { Row } from './row.ts';

/** An email address or a domain whose comments are dropped. */
@Entity('blocked_senders')
@Check('blocked_senders_sender_lower', 'sender = lower(sender) and char_length(sender) between 1 and 255')
@Index('blocked_senders_sender_unique', ['sender'], { unique: true })
export class BlockedSender extends Row {
  @Column('text')
  sender!: string;

  @Column('integer', { default: 0 })
  droppedComments!: number;

  @Column('timestamptz', { nullable: true })
  lastDroppedAt!: Date | null;
}
