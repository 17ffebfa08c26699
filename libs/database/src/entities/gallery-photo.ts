import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Gallery } from './gallery.ts';
import { Photo } from './photo.ts';

/** A photo's position in a gallery. */
@Entity('gallery_photos')
@Index('gallery_photos_position_unique', ['galleryId', 'position'], { unique: true })
@Index('gallery_photos_photo', ['photoId'])
@Index('gallery_photos_cover_unique', ['galleryId'], { unique: true, where: 'is_cover' })
export class GalleryPhoto {
  @PrimaryColumn('integer')
  galleryId!: number;

  @PrimaryColumn('integer')
  photoId!: number;

  /** From 0. */
  @Column('integer')
  position!: number;

  /** Without one that the viewer sees, the first photo is the cover. */
  @Column('boolean', { default: false })
  isCover!: boolean;

  @ManyToOne(() => Gallery, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'gallery_id', foreignKeyConstraintName: 'gallery_photos_gallery_fkey' })
  gallery!: Relation<Gallery>;

  @ManyToOne(() => Photo, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'photo_id', foreignKeyConstraintName: 'gallery_photos_photo_fkey' })
  photo!: Relation<Photo>;
}
