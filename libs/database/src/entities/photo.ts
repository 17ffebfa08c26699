import { Check, Column, Entity, Index, OneToMany, type Relation } from 'typeorm';
import { numericAsNumber } from '../numeric-as-number.ts';
import { GalleryPhoto } from './gallery-photo.ts';
import { Picture } from './picture.ts';

/** A photograph. */
@Entity('photos')
@Check('photos_status_known', `status in ('processing', 'ready', 'failed')`)
@Check('photos_visibility_known', `visibility in ('public', 'unlisted', 'hidden')`)
@Check('photos_price_not_negative', 'selling_price >= 0')
@Check('photos_ready_has_renditions', `status <> 'ready' or (version is not null and width > 0 and height > 0)`)
@Check(
  'photos_text_lengths',
  'char_length(title) between 1 and 2550 and char_length(description) <= 50000 and char_length(alt_text) <= 10000',
)
@Check('photos_batch_whole', 'num_nulls(upload_batch, batch_order, batch_place) in (0, 3)')
@Check('photos_file_name_length', 'char_length(file_name) between 1 and 255')
@Check('photos_captured_at_form', String.raw`captured_at ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$'`)
@Index('photos_original_key_unique', ['originalKey'], { unique: true })
@Index('photos_content_hash', ['contentHash'])
@Index('photos_unfinished', ['updatedAt'], { where: `status = 'processing'` })
@Index('photos_not_ready', ['status', 'id'], { where: `status <> 'ready'` })
@Index('photos_for_sale', ['id'], { where: 'is_for_sale' })
@Index('photos_not_public', ['visibility', 'id'], { where: `visibility <> 'public'` })
@Index('photos_upload_batch', ['uploadBatch'], { where: 'upload_batch is not null' })
@Index('photos_exif_unread', ['id'], { where: 'not is_exif_read' })
export class Photo extends Picture {
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

  /** Its own, whatever galleries it is in: the publication rule takes both. */
  @Column('text', { default: 'public' })
  visibility!: 'public' | 'unlisted' | 'hidden';

  /** The files that the artist uploaded together, by the client's id for them; null for a photo uploaded alone. */
  @Column('uuid', { nullable: true })
  uploadBatch!: string | null;

  /** The batch among photos without one, which are ordered by their ids: a number of the same sequence. */
  @Column('integer', { nullable: true })
  batchOrder!: number | null;

  /** Counted from 0. */
  @Column('integer', { nullable: true })
  batchPlace!: number | null;

  /** As the client named the file. */
  @Column('text', { nullable: true })
  fileName!: string | null;

  /**
   * By the camera's clock, as the original's EXIF says it: ISO 8601 to the millisecond. Text, since it has no time zone and
   * drivers would give it one.
   */
  @Column('text', { nullable: true })
  capturedAt!: string | null;

  /** False for a photo uploaded before capture dates were stored: the worker reads its original once. */
  @Column('boolean', { default: false })
  isExifRead!: boolean;

  @OneToMany(() => GalleryPhoto, (place) => place.photo)
  places!: Relation<GalleryPhoto>[];
}
