import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A short piece of news; the latest active one stands on the home page. */
@Entity('news_items')
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
