import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Photo } from './photo.ts';

/** What a visitor said about a photo; seen by others once approved. */
@Entity('comments')
@Index('comments_approved', ['photoId', 'id'], { where: 'is_approved' })
export class Comment {
  @PrimaryGeneratedColumn()
  id!: number;

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

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
