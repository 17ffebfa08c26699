import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { LIMITS, MAX_ID } from './limits.ts';
import { EmbeddablePageQuery, PageQuery, type PageView } from './pages.ts';
import type { PhotoView } from './photo-views.ts';
import type { PictureView } from './pictures.ts';
import { IsFilled, IsText, MaxCharacters } from './text.ts';

const NO_PHOTOS = 'Please select at least one photo for the gallery';
const BAD_PHOTO = 'One of the selected photos is not valid';

/** A gallery's part of its address: lowercase letters, digits and hyphens. */
export const SLUG_PATTERN = /^[a-z0-9-]+$/;

/** The rules for each photo in the list of a gallery, and for their number. */
const ArePhotos = (): PropertyDecorator => {
  const rules = [
    ArrayMaxSize(LIMITS.photosPerGallery, { message: 'There are too many photos in the gallery' }),
    ArrayUnique({ message: 'A photo can be in a gallery only once' }),
    IsInt({ each: true, message: BAD_PHOTO }),
    Min(1, { each: true, message: BAD_PHOTO }),
    Max(MAX_ID, { each: true, message: BAD_PHOTO }),
  ];
  return (target, property) => rules.forEach((rule) => rule(target, property as string));
};

/** The body of POST /galleries. */
export class SaveGallery {
  /** @example "Slack Water" */
  @MaxCharacters(LIMITS.title, 'Title is too long')
  @IsFilled('Title is required')
  title!: string;

  /** @example "slack-water" */
  @MaxCharacters(LIMITS.slug, 'URL Identifier is too long')
  @Matches(SLUG_PATTERN, { message: 'URL Identifier can only contain lowercase letters, numbers, and hyphens' })
  @IsFilled('URL Identifier is required')
  slug!: string;

  /** @example "Between the tides." */
  @IsOptional()
  @MaxCharacters(LIMITS.description, 'Description is too long')
  @IsText('Description must be text')
  description?: string | null;

  @IsOptional()
  @IsBoolean({ message: 'Active must be true or false' })
  is_active?: boolean;

  /**
   * In the gallery's order; the first is its cover.
   *
   * @example [3, 1, 2]
   */
  @ArePhotos()
  @ArrayMinSize(1, { message: NO_PHOTOS })
  @IsArray({ message: NO_PHOTOS })
  photo_ids!: number[];
}

/** Whether more is to be saved than the Active switch of a table’s row. A null is no answer, as everywhere. */
const isMoreThanSwitch = ({ is_active, ...more }: Partial<UpdateGallery>) =>
  is_active == null ||
  [more.title, more.slug, more.description, more.photo_ids, more.photo_ids_before].some((field) => field !== undefined);

/** The body of PUT /galleries/{id}: all that POST takes, or `is_active` alone to switch the gallery on and off. */
export class UpdateGallery extends SaveGallery {
  @ValidateIf(isMoreThanSwitch)
  override title!: string;

  @ValidateIf(isMoreThanSwitch)
  override slug!: string;

  @ValidateIf(isMoreThanSwitch)
  override photo_ids!: number[];

  /**
   * The photos as they were when somebody began to edit them. Those that the gallery has got since, and that are in neither
   * list, then come last instead of being taken out.
   *
   * @example [1, 2]
   */
  @IsOptional()
  @ArePhotos()
  @IsArray({ message: BAD_PHOTO })
  photo_ids_before?: number[];

  /**
   * Photos that are taken out keep their visibility. Without it those that only inactive galleries held, and that are in
   * none now, become `hidden`.
   */
  @IsOptional()
  @IsBoolean({ message: 'publish_removed must be true or false' })
  publish_removed?: boolean;
}

/** How DELETE /galleries/{id} goes. */
export class DeleteGalleryQuery {
  /**
   * The gallery's photos keep their visibility. Without it those that only inactive galleries held, and that are in none
   * now, become `hidden`.
   */
  @IsOptional()
  @IsBoolean({ message: 'publish must be true or false' })
  publish?: boolean;
}

/** The body of PUT /galleries/{id}/order. */
export class OrderGallery {
  /**
   * Some of the gallery's photos, in the order in which they are to follow each other. Those that it does not hold are left
   * out.
   *
   * @example [3, 1, 2]
   */
  @ArePhotos()
  @ArrayMinSize(1, { message: NO_PHOTOS })
  @IsArray({ message: NO_PHOTOS })
  photo_ids!: number[];
}

export const GALLERY_STATUSES = ['active', 'inactive', 'all'] as const;

/** How GET /galleries is narrowed. A visitor gets the active ones whatever is asked. */
export class GalleryQuery extends PageQuery {
  @IsOptional()
  @IsIn(GALLERY_STATUSES, { message: `status must be one of ${GALLERY_STATUSES.join(', ')}` })
  status?: (typeof GALLERY_STATUSES)[number];
}

/** Which of the gallery's photos are answered beside it: 500 at most, unless fewer are asked for. */
export class GalleryPhotosQuery extends EmbeddablePageQuery {}

export interface GalleryView {
  id: number;
  /** @example "Slack Water" */
  title: string;
  /** @example "slack-water" */
  slug: string;
  /** @example "Between the tides." */
  description: string | null;
  is_active: boolean;
  /** Photos in it that the caller may see. */
  photo_count: number;
  /**
   * Address of the cover, the first photo that the caller may see; null without one.
   *
   * @example "/media/3/3f9a61c2e07b/640.jpeg"
   */
  preview_image: string | null;
  /** The cover in all its sizes. */
  preview: PictureView | null;
  /**
   * @format date-time
   * @example "2026-03-14T09:26:53.000Z"
   */
  created_at: string;
}

export interface GalleryListView extends PageView {
  galleries: GalleryView[];
}

export interface GalleryAnswer {
  gallery: GalleryView;
}

/** All of a gallery that PUT /galleries/{id} replaces. */
export interface CurrentGalleryView extends GalleryAnswer {
  /**
   * All of them, in the gallery's order.
   *
   * @example [3, 1, 2]
   */
  photo_ids: number[];
}

/** `next_cursor` and `total` speak of the photos. */
export interface GalleryDetailView extends PageView {
  gallery: GalleryView & { photoCount: number };
  /** In the gallery's order. */
  photos: PhotoView[];
}
