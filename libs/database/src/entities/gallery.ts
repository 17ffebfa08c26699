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
export class Gallery {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text')
  title!: string;

  /** The gallery's part of its address. */
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
