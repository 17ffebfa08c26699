import type { MailStatus } from '@portfolio/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Photo } from './photo.ts';
import { TrashableRow } from './row.ts';

/** A visitor's message to the artist. */
@Entity('messages')
@Check('messages_mail_status_known', `mail_status in ('waiting', 'sent', 'failed', 'off')`)
@Check(
  'messages_text_lengths',
  'char_length(name) between 1 and 2550 and char_length(email) between 1 and 255 and char_length(subject) between 1 and 2550 and char_length(content) between 1 and 50000',
)
@Index('messages_unread', ['id'], { where: 'not is_read and deleted_at is null' })
@Index('messages_unmailed', ['updatedAt'], { where: `mail_status = 'waiting'` })
@Index('messages_trashed', ['deletedAt', 'id'], { where: 'deleted_at is not null' })
export class Message extends TrashableRow {
  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  @Column('text')
  subject!: string;

  @Column('text')
  content!: string;

  /** The photo that the message is about. */
  @Index('messages_photo')
  @Column('integer', { nullable: true })
  photoId!: number | null;

  @ManyToOne(() => Photo, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'photo_id', foreignKeyConstraintName: 'messages_photo_fkey' })
  photo!: Relation<Photo> | null;

  @Column('boolean', { default: false })
  isRead!: boolean;

  @Column('text', { default: 'waiting' })
  mailStatus!: MailStatus;

  /** Error of the last mail attempt. */
  @Column('text', { nullable: true })
  mailFailure!: string | null;

  /** Time of the last write of `mailStatus`. Housekeeping requeues waiting messages by it. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
