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
@Index('photos_original_key_unique', ['originalKey'], { unique: true })
@Index('photos_content_hash', ['contentHash'])
@Index('photos_unfinished', ['updatedAt'], { where: `status = 'processing'` })
@Index('photos_not_ready', ['status', 'id'], { where: `status <> 'ready'` })
@Index('photos_for_sale', ['id'], { where: 'is_for_sale' })
@Index('photos_not_public', ['visibility', 'id'], { where: `visibility <> 'public'` })
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

  @OneToMany(() => GalleryPhoto, (place) => place.photo)
  places!: Relation<GalleryPhoto>[];
}
