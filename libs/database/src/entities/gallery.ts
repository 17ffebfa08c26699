import type { GalleryLayout, GalleryOpening, GalleryVisibility } from '@portfolio/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { TrashableRow } from './row.ts';

/** A text between photos, or a pause. */
export interface Interlude {
  /** It is before the first photo from this position on: photos that are removed leave it in place. */
  position: number;
  /** Null for a pause. */
  text: string | null;
}

/** An ordered set of photos. */
@Entity('galleries')
@Check('galleries_layout_known', `layout in ('masonry', 'wall', 'column', 'grid', 'pairs')`)
@Check('galleries_slug_form', `slug ~ '^[a-z0-9-]+$'`)
@Check('galleries_visibility_known', `visibility in ('public', 'unlisted', 'private', 'hidden')`)
@Check('galleries_private_password', `visibility <> 'private' or password_hash is not null`)
@Check('galleries_schedule_order', 'unpublish_at > publish_at')
@Index('galleries_publish_at', ['publishAt'], { where: 'publish_at is not null' })
@Index('galleries_unpublish_at', ['unpublishAt'], { where: 'unpublish_at is not null' })
@Check('galleries_opening_known', `opening in ('plain', 'cover')`)
@Index('galleries_position', ['position', 'id'])
@Check(
  'galleries_text_lengths',
  'char_length(title) between 1 and 2550 and char_length(slug) <= 255 and char_length(description) <= 50000',
)
@Index('galleries_trashed', ['deletedAt', 'id'], { where: 'deleted_at is not null' })
export class Gallery extends TrashableRow {
  @Column('text')
  title!: string;

  /** Part of the gallery's address, in lowercase. */
  @Index('galleries_slug_unique', { unique: true, where: 'deleted_at is null' })
  @Column('text')
  slug!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  /** Whether it is public. A trigger follows `visibility`, and sets that where a change has only this column. */
  @Column('boolean', { default: true })
  isActive!: boolean;

  @Column('text', { default: 'public' })
  visibility!: GalleryVisibility;

  /** Of the password that opens a private gallery. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  /** Visitors see the gallery from then on, where its visibility allows it. */
  @Column('timestamptz', { nullable: true })
  publishAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  unpublishAt!: Date | null;

  @Column('text', { default: 'masonry' })
  layout!: GalleryLayout;

  /** In order. */
  @Column('jsonb', { default: [] })
  interludes!: Interlude[];

  @Column('text', { default: 'plain' })
  opening!: GalleryOpening;

  /** Order of galleries, ascending; distinct. A trigger sets the negative of the id by default. */
  @Column('integer')
  position!: number;
}
