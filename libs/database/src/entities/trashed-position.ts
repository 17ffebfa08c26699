import type { PhotoVisibility } from '@portfolio/contracts';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Gallery } from './gallery.ts';
import { Photo } from './photo.ts';

/** A photo's position in a gallery, while at least one of the two is in the trash. */
@Entity('trashed_positions')
@Index('trashed_positions_photo', ['photoId'])
export class TrashedPosition {
  @PrimaryColumn('integer')
  galleryId!: number;

  @PrimaryColumn('integer')
  photoId!: number;

  @Column('integer')
  position!: number;

  @Column('boolean')
  isCover!: boolean;

  /** The photo's visibility before: a deletion hides photos that only non-public galleries held. */
  @Column('text')
  visibility!: PhotoVisibility;

  /** Whether the gallery was public before. */
  @Column('boolean', { default: false })
  isPublic!: boolean;

  @ManyToOne(() => Gallery, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'gallery_id', foreignKeyConstraintName: 'trashed_positions_gallery_fkey' })
  gallery!: Relation<Gallery>;

  @ManyToOne(() => Photo, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'photo_id', foreignKeyConstraintName: 'trashed_positions_photo_fkey' })
  photo!: Relation<Photo>;
}
