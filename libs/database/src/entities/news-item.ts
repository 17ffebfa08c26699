import { Check, Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Photo } from './photo.ts';
import { TrashableRow } from './row.ts';

/** A news item. The home page shows the latest public one with a headline or content. */
@Entity('news_items')
@Check(
  'news_items_text_lengths',
  'char_length(headline) <= 2550 and char_length(content) <= 50000 and char_length(link) <= 20000',
)
@Check('news_items_schedule_order', 'unpublish_at > publish_at')
@Index('news_items_publish_at', ['publishAt'], { where: 'publish_at is not null' })
@Index('news_items_unpublish_at', ['unpublishAt'], { where: 'unpublish_at is not null' })
@Index('news_items_public', ['id'], { where: 'is_active and deleted_at is null' })
@Index('news_items_latest', { synchronize: false })
@Index('news_items_trashed', ['deletedAt', 'id'], { where: 'deleted_at is not null' })
export class NewsItem extends TrashableRow {
  @Column('text', { nullable: true })
  headline!: string | null;

  @Column('text', { nullable: true })
  content!: string | null;

  @Column('text', { nullable: true })
  link!: string | null;

  /** Its picture, where the photo's address shows that. */
  @Index('news_items_photo')
  @Column('integer', { nullable: true })
  photoId!: number | null;

  @ManyToOne(() => Photo, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'photo_id', foreignKeyConstraintName: 'news_items_photo_fkey' })
  photo!: Relation<Photo> | null;

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Visitors see the item from then on, where it is active. */
  @Column('timestamptz', { nullable: true })
  publishAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  unpublishAt!: Date | null;
}
