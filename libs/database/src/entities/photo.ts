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
import { numericAsNumber } from '../numeric-as-number.ts';
import { GalleryPhoto } from './gallery-photo.ts';

/** One size of a photo in one format, as the worker wrote it. */
export interface Rendition {
  format: 'avif' | 'webp' | 'jpeg';
  /** Pixels. */
  width: number;
  height: number;
  bytes: number;
}

/** A photograph: its original in storage, and once ready its renditions. */
@Entity('photos')
@Check('photos_status_known', `status in ('processing', 'ready', 'failed')`)
@Check('photos_price_not_negative', 'selling_price >= 0')
@Check('photos_ready_has_renditions', `status <> 'ready' or (version is not null and width > 0 and height > 0)`)
@Index('photos_unfinished', ['updatedAt'], { where: `status = 'processing'` })
export class Photo {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text')
  title!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text', { nullable: true })
  altText!: string | null;

  @Column('boolean', { default: false })
  isForSale!: boolean;

  /** Dollars. */
  @Column('numeric', { precision: 10, scale: 2, nullable: true, transformer: numericAsNumber })
  sellingPrice!: number | null;

  @Column('text', { default: 'processing' })
  status!: 'processing' | 'ready' | 'failed';

  /** Why the last render failed, in words for the artist. */
  @Column('text', { nullable: true })
  failure!: string | null;

  /** Renders begun and not ended: more than a few means that this picture brings the worker down. */
  @Column('integer', { default: 0 })
  unfinishedRenders!: number;

  /** Storage key of the file as uploaded. */
  @Index('photos_original_key_unique', { unique: true })
  @Column('text')
  originalKey!: string;

  @Column('integer')
  originalBytes!: number;

  /** SHA-256 of the original, hexadecimal. */
  @Index('photos_content_hash')
  @Column('text')
  contentHash!: string;

  /** Pixels of the upright original. */
  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** ThumbHash, base64. */
  @Column('text', { nullable: true })
  placeholder!: string | null;

  /** Names the content of the renditions, and is part of their addresses; null until first ready. */
  @Column('text', { nullable: true })
  version!: string | null;

  @Column('jsonb', { default: [] })
  renditions!: Rendition[];

  @OneToMany(() => GalleryPhoto, (place) => place.photo)
  places!: Relation<GalleryPhoto>[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /** When the row last changed hands between api, worker and sweep. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
