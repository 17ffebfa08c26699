import { Check, Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Gallery } from './gallery.ts';
import { Row } from './row.ts';

/** A preview link: it opens a gallery, whatever its visibility, until it expires. */
@Entity('gallery_previews')
@Check('gallery_previews_name_length', 'char_length(name) between 1 and 2550')
@Index('gallery_previews_token_unique', ['tokenHash'], { unique: true })
export class GalleryPreview extends Row {
  @Index('gallery_previews_gallery')
  @Column('integer')
  galleryId!: number;

  @ManyToOne(() => Gallery, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'gallery_id', foreignKeyConstraintName: 'gallery_previews_gallery_fkey' })
  gallery!: Relation<Gallery>;

  /** For whom it is, in the artist's words. */
  @Column('text')
  name!: string;

  /** SHA-256 of the random token in the link. */
  @Column('text')
  tokenHash!: string;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
