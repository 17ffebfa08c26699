import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A news item. The home page shows the latest active one. */
@Entity('news_items')
@Check(
  'news_items_text_lengths',
  'char_length(headline) <= 2550 and char_length(content) <= 50000 and char_length(link) <= 20000',
)
@Index('news_items_public', ['id'], { where: 'is_active' })
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
}
