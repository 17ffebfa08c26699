import { IsIn, IsOptional, Matches, ValidateIf } from 'class-validator';
import { LIMITS } from './limits.ts';
import { EmbeddablePageQuery, PageQuery, type PageView } from './pages.ts';
import type { PhotoView, PictureView } from './photos/photo-views.ts';
import {
  IfPresent,
  IsFilled,
  IsIdList,
  IsInterludeList,
  IsOptionalBoolean,
  IsOptionalId,
  IsOptionalOneOf,
  IsOptionalText,
  IsOptionalTime,
  IsRequiredText,
  MaxCharacters,
  MinPassword,
} from './validation.ts';

/** Arrangements of a gallery's photos on its page. */
export const GALLERY_LAYOUTS = ['masonry', 'wall', 'column', 'grid', 'pairs'] as const;
export type GalleryLayout = (typeof GALLERY_LAYOUTS)[number];

/**
 * Who sees a gallery: everybody; those who have its address; those who know its password too; or the administrator alone.
 * Only public ones are in lists.
 */
export const GALLERY_VISIBILITIES = ['public', 'unlisted', 'private', 'hidden'] as const;
export type GalleryVisibility = (typeof GALLERY_VISIBILITIES)[number];

/** A text between photos of a gallery, or a pause of white space. */
export interface InterludeView {
  /** Photo that follows; null at the end. @example 2 */
  before: number | null;
  /** Null for a pause. @example "The second winter." */
  text: string | null;
}

const NO_PHOTOS = 'Please select at least one photo for the gallery';

/** Slug of a gallery's address. */
export const SLUG_PATTERN = /^[a-z0-9-]+$/;

const GALLERY_OPENINGS = ['plain', 'cover'] as const;
/** `cover` opens the gallery's page with its cover in the whole viewport, under the title. */
export type GalleryOpening = (typeof GALLERY_OPENINGS)[number];

const IsPhotoList = (empty?: string) =>
  IsIdList({
    empty,
    invalid: 'One of the selected photos is not valid',
    duplicate: 'A photo can be in a gallery only once',
    max: LIMITS.photosPerGallery,
    tooMany: 'There are too many photos in the gallery',
  });

/** The body of POST /galleries. */
export class SaveGallery {
  /** @example "Slack Water" */
  @IsRequiredText('Title', LIMITS.title)
  title!: string;

  /** @example "slack-water" */
  @MaxCharacters(LIMITS.slug, 'URL Identifier is too long')
  @Matches(SLUG_PATTERN, { message: 'URL Identifier can only contain lowercase letters, numbers, and hyphens' })
  @IsFilled('URL Identifier is required')
  slug!: string;

  /** @example "Between the tides." */
  @IsOptionalText('Description', LIMITS.description)
  description?: string | null;

  /** True for `public`; false makes a public gallery `hidden`. `visibility` wins. */
  @IsOptionalBoolean('Active')
  is_active?: boolean;

  /** `public` in a new gallery. An absent one leaves it. */
  @IsOptionalOneOf('visibility', GALLERY_VISIBILITIES)
  visibility?: GalleryVisibility;

  /** Opens the gallery while it is `private`. An empty or absent one leaves it. @example "slack tide" */
  @IsOptional()
  @MaxCharacters(LIMITS.password, 'Password is too long')
  @MinPassword(LIMITS.newPassword.min, 'Password must be at least 6 characters')
  password?: string;

  /** Visitors see the gallery from then on; null for always. An absent one leaves it. @example "2026-04-01T08:00:00.000Z" */
  @IsOptionalTime('Publish at')
  publish_at?: string | null;

  /** Visitors no longer see the gallery from then on. @example "2026-05-01T08:00:00.000Z" */
  @IsOptionalTime('Unpublish at')
  unpublish_at?: string | null;

  /** `masonry` in a new gallery. An absent one leaves it. */
  @IsOptionalOneOf('layout', GALLERY_LAYOUTS)
  layout?: GalleryLayout;

  @IfPresent()
  @IsIn(GALLERY_OPENINGS, { message: 'Opening must be plain or cover' })
  opening?: GalleryOpening;

  /** One of the photos as the cover; null, or a photo of another gallery, for the first one. @example 3 */
  @IsOptionalId('The cover is not valid')
  cover_photo_id?: number | null;

  /**
   * Texts and pauses, in order. Visitors see those between published photos. An absent list leaves them.
   *
   * @example [{"before": 2, "text": "The second winter."}]
   */
  @IsInterludeList()
  interludes?: InterludeView[];

  /** Photos in the gallery's order. @example [3, 1, 2] */
  @IsPhotoList(NO_PHOTOS)
  photo_ids!: number[];
}

/** Whether the request has more than the visibility. A visibility of null counts as absent. */
const isMoreThanSwitch = ({
  is_active,
  visibility,
  password: _,
  publish_removed: __,
  ...more
}: Partial<UpdateGallery>) =>
  (is_active == null && visibility == null) || Object.values(more).some((value) => value !== undefined);

/**
 * The body of PUT /galleries/{id}. It replaces title, slug, description, photos and order; other absent fields stay.
 * `visibility` (or `is_active`), with or without a password, changes only that.
 */
export class UpdateGallery extends SaveGallery {
  @ValidateIf(isMoreThanSwitch)
  override title!: string;

  @ValidateIf(isMoreThanSwitch)
  override slug!: string;

  @ValidateIf(isMoreThanSwitch)
  override photo_ids!: number[];

  /**
   * The gallery's photos when editing began. Photos added since then, in neither list, are appended instead of removed.
   *
   * @example [1, 2]
   */
  @IsOptional()
  @IsPhotoList()
  photo_ids_before?: number[];

  /**
   * True leaves the visibility of removed photos unchanged. By default, a photo that is now in no gallery
   * becomes `hidden` if none of its galleries was public.
   */
  @IsOptionalBoolean('publish_removed')
  publish_removed?: boolean;
}

/** The query of DELETE /galleries/{id}. */
export class DeleteGalleryQuery {
  /**
   * True leaves the visibility of the gallery's photos unchanged. By default, a photo that is now in no gallery
   * becomes `hidden` if none of its galleries was public.
   */
  @IsOptionalBoolean('publish')
  publish?: boolean;
}

/** The body of PUT /galleries/order. */
export class OrderGalleries {
  /** Some galleries in their new order. Missing ones are ignored. @example [3, 1, 2] */
  @IsIdList({
    empty: 'Please select at least one gallery',
    invalid: 'Gallery is not valid',
    max: LIMITS.galleries,
    tooMany: 'There are too many galleries',
  })
  gallery_ids!: number[];
}

/** The body of PUT /galleries/{id}/order. */
export class OrderGallery {
  /** Some of the gallery's photos in their new order. Photos of other galleries are ignored. @example [3, 1, 2] */
  @IsPhotoList(NO_PHOTOS)
  photo_ids!: number[];
}

const GALLERY_STATUSES = ['active', 'inactive', 'all'] as const;

/** The filter of GET /galleries. Visitors always get the active galleries. */
export class GalleryQuery extends PageQuery {
  @IsOptionalOneOf('status', GALLERY_STATUSES)
  status?: (typeof GALLERY_STATUSES)[number];
}

/** The page of the gallery's photos: 500 at most without `limit`. */
export class GalleryPhotosQuery extends EmbeddablePageQuery {}

export interface GalleryView {
  id: number;
  /** @example "Slack Water" */
  title: string;
  /** @example "slack-water" */
  slug: string;
  /** @example "Between the tides." */
  description: string | null;
  /** Whether the visibility is `public`. */
  is_active: boolean;
  visibility: GalleryVisibility;
  /** Whether the gallery has a password, also while it is not private. For the administrator only. */
  has_password?: boolean;
  /** Beginning of its schedule. For the administrator only. @format date-time @example "2026-04-01T08:00:00.000Z" */
  publish_at?: string | null;
  /** End of its schedule. For the administrator only. @format date-time @example "2026-05-01T08:00:00.000Z" */
  unpublish_at?: string | null;
  opening: GalleryOpening;
  layout: GalleryLayout;
  /** Photos visible to the caller. */
  photo_count: number;
  /**
   * Address of the cover: the chosen photo or, where the caller does not see it, the first one; null without one.
   *
   * @example "/media/3/3f9a61c2e07b/640.jpeg"
   */
  preview_image: string | null;
  /** The cover in all its sizes. */
  preview: PictureView | null;
  /** The chosen cover, for the administrator; null for the first photo, and for visitors. @example null */
  cover_photo_id: number | null;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
}

/** Cookie of visitors who have opened galleries. Responses to it are personal. */
export const ACCESS_COOKIE = 'gallery_access';

/** The body of POST /galleries/{slug}/unlock. */
export class UnlockGallery {
  /** @example "slack tide" */
  @IsRequiredText('Password', LIMITS.password)
  password!: string;
}

/** All that visitors learn of a private gallery without its password. */
export interface LockedGalleryView {
  /** @example "Slack Water" */
  title: string;
}

export interface GalleryListView extends PageView {
  galleries: GalleryView[];
}

export interface GalleryResponse {
  gallery: GalleryView;
}

export interface NextGalleryResponse {
  /** Null where there is no other one. */
  gallery: GalleryView | null;
}

/** The state of a gallery that PUT /galleries/{id} replaces. */
export interface CurrentGalleryView extends GalleryResponse {
  /** All photos in the gallery's order. @example [3, 1, 2] */
  photo_ids: number[];
  interludes: InterludeView[];
}

/** `next_cursor` and `total` refer to the photos. */
export interface GalleryDetailView extends PageView {
  gallery: GalleryView & { photoCount: number };
  /** In the gallery's order. */
  photos: PhotoView[];
  /** Texts and pauses before these photos, in order. The administrator also gets those at the end. */
  interludes: InterludeView[];
}
