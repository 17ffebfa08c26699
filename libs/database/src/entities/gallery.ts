import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { GalleryPhoto } from './gallery-photo.ts';

/** A chosen set of photos in a chosen order. */
@Entity('galleries')
@Check('galleries_slug_form', `slug ~ '^[a-z0-9-]+$'`)
@Check(
  'galleries_text_lengths',
  'char_length(title) between 1 and 2550 and char_length(slug) <= 255 and char_length(description) <= 50000',
)
export class Gallery {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text')
  title!: string;

  /** The gallery's part of its address. Lowercase alone, so that it is unique ignoring case. */
  @Index('galleries_slug_unique', { unique: true })
  @Column('text')
  slug!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('boolean', { default: true })
  isActive!: boolean;

  @OneToMany(() => GalleryPhoto, (place) => place.gallery)
  places!: Relation<GalleryPhoto>[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
