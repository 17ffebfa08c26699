import type { CameraFacts, FieldFromFile, PhotoVisibility } from '@portfolio/contracts';
import { Check, Column, DeleteDateColumn, Entity, Index, type ValueTransformer } from 'typeorm';
import { Picture } from './picture.ts';

/** Converts `numeric`, which the driver returns as text. A number holds prices exactly. */
const numericAsNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

@Entity('photos')
@Check('photos_status_known', `status in ('processing', 'ready', 'failed')`)
@Check('photos_visibility_known', `visibility in ('public', 'unlisted', 'hidden')`)
@Check('photos_price_not_negative', 'selling_price >= 0')
@Check('photos_focus_inside', 'focus_x between 0 and 1 and focus_y between 0 and 1')
@Check('photos_ready_has_renditions', `status <> 'ready' or (version is not null and width > 0 and height > 0)`)
@Check(
  'photos_text_lengths',
  'char_length(title) between 1 and 2550 and char_length(description) <= 50000 and char_length(alt_text) <= 10000',
)
@Check('photos_batch_whole', 'num_nulls(upload_batch, batch_order, batch_place) in (0, 3)')
@Check('photos_file_name_length', 'char_length(file_name) between 1 and 255')
@Check('photos_captured_at_form', String.raw`captured_at ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$'`)
@Check('photos_place_length', 'char_length(place) <= 2550')
@Check(
  'photos_keywords_bounded',
  `cardinality(keywords) <= 100 and array_position(keywords, null) is null and char_length(array_to_string(keywords, '')) <= 100000`,
)
@Check('photos_file_facts_object', `jsonb_typeof(file_facts) = 'object' and char_length(file_facts::text) <= 30000`)
@Index('photos_original_key_unique', ['originalKey'], { unique: true })
@Index('photos_content_hash', ['contentHash'])
@Index('photos_unfinished', ['updatedAt'], { where: `status = 'processing'` })
@Index('photos_upload_batch', ['uploadBatch'], { where: 'upload_batch is not null' })
@Index('photos_exif_unread', ['id'], { where: 'not is_exif_read' })
@Index('photos_trashed', ['deletedAt', 'id'], { where: 'deleted_at is not null' })
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

  /** The publication rule combines it with the galleries of the photo. */
  @Column('text', { default: 'public' })
  visibility!: PhotoVisibility;

  /** Whether visitors may comment, unless comments are closed for the whole site. */
  @Column('boolean', { default: true })
  commentsOpen!: boolean;

  /** Focal point in fractions of width and height: it stays in view where the photo is cropped. */
  @Column('real', { default: () => '0.5' })
  focusX!: number;

  @Column('real', { default: () => '0.5' })
  focusY!: number;

  /** Id of the upload batch, from the client; null for a photo uploaded alone. */
  @Column('uuid', { nullable: true })
  uploadBatch!: string | null;

  /** Order of the batch: a number of the id sequence, comparable to the ids of photos without a batch. */
  @Column('integer', { nullable: true })
  batchOrder!: number | null;

  /** Position in the batch, from 0. */
  @Column('integer', { nullable: true })
  batchPlace!: number | null;

  @Column('text', { nullable: true })
  fileName!: string | null;

  /** Capture date in ISO 8601 with milliseconds. Text, because drivers would add a time zone. */
  @Column('text', { nullable: true })
  capturedAt!: string | null;

  /** Where the photo was taken, in the artist's words. */
  @Column('text', { nullable: true })
  place!: string | null;

  /** Tags: the keywords in the file until they are edited. The table `photo_tags` indexes them. */
  @Column('text', { array: true, default: '{}' })
  keywords!: string[];

  /** Null where the file was not read. */
  @Column('jsonb', { nullable: true })
  fileFacts!: CameraFacts | null;

  /** Fields with the text of the file. */
  @Column('text', { array: true, default: '{}' })
  fromFile!: FieldFromFile[];

  /** False for older photos, until the worker has read the metadata of the original. */
  @Column('boolean', { default: false })
  isExifRead!: boolean;

  /** Time of the move to the trash, or null. Queries of TypeORM exclude rows in the trash. */
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 })
  deletedAt!: Date | null;
}
