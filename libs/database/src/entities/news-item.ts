import { Check, Column, CreateDateColumn, DeleteDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A news item. The home page shows the latest active one. */
@Entity('news_items')
@Check(
  'news_items_text_lengths',
  'char_length(headline) <= 2550 and char_length(content) <= 50000 and char_length(link) <= 20000',
)
@Index('news_items_public', ['id'], { where: 'is_active and deleted_at is null' })
@Index('news_items_trashed', ['deletedAt', 'id'], { where: 'deleted_at is not null' })
export class NewsItem {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text', { nullable: true })
  headline!: string | null;

  @Column('text', { nullable: true })
  content!: string | null;

  @Column('text', { nullable: true })
  link!: string | null;

  @Column('boolean', { default: true })
  isActive!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /** In the trash since then; null outside of it. Queries of TypeORM leave such rows out. */
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 })
  deletedAt!: Date | null;
}
