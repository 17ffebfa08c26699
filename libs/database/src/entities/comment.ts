import { Check, Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Photo } from './photo.ts';
import { TrashableRow } from './row.ts';

/** A visitor's comment on a photo, public once approved. */
@Entity('comments')
@Check(
  'comments_text_lengths',
  'char_length(author_name) between 1 and 2550 and char_length(author_email) between 1 and 255 and char_length(content) between 1 and 10000',
)
@Check('comments_reply_whole', 'num_nulls(reply, replied_at) in (0, 2)')
@Check('comments_reply_length', 'char_length(reply) between 1 and 10000')
@Index('comments_approved', ['photoId', 'id'], { where: 'is_approved and deleted_at is null' })
@Index('comments_all_approved', ['id'], { where: 'is_approved and deleted_at is null' })
@Index('comments_pending', ['id'], { where: 'not is_approved and deleted_at is null' })
@Index('comments_trashed', ['deletedAt', 'id'], { where: 'deleted_at is not null' })
export class Comment extends TrashableRow {
  @Index('comments_photo')
  @Column('integer')
  photoId!: number;

  @ManyToOne(() => Photo, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'photo_id', foreignKeyConstraintName: 'comments_photo_fkey' })
  photo!: Relation<Photo>;

  @Column('text')
  authorName!: string;

  @Column('text')
  authorEmail!: string;

  @Column('text')
  content!: string;

  @Column('boolean', { default: false })
  isApproved!: boolean;

  /** The artist's reply, public with the comment. */
  @Column('text', { nullable: true })
  reply!: string | null;

  @Column('timestamptz', { nullable: true })
  repliedAt!: Date | null;
}
