import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { LIMITS, MAX_ID } from './limits.ts';
import { IsMoney } from './money.ts';
import { EmbeddablePageQuery, type PageView } from './pages.ts';
import { IsFilled, IsText, MaxCharacters } from './text.ts';

export const PHOTO_STATUSES = ['processing', 'ready', 'failed'] as const;
/** `processing` until the worker has made the renditions, then `ready`, or `failed` with the reason. */
export type PhotoStatus = (typeof PHOTO_STATUSES)[number];

export const RENDITION_FORMATS = ['avif', 'webp', 'jpeg'] as const;
/** In the order in which a browser should consider them. */
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** The fields beside the file of POST /photos/upload. */
export class UploadPhoto {
  /** @example "Harbour at low tide" */
  @MaxCharacters(LIMITS.title, 'Title is too long')
  @IsFilled('Title is required')
  title!: string;

  /** @example "Before the boats came back." */
  @IsOptional()
  @MaxCharacters(LIMITS.description, 'Description is too long')
  @IsText('Description must be text')
  description?: string;

  /** @example "Boats lying on mud." */
  @IsOptional()
  @MaxCharacters(LIMITS.altText, 'Alt text is too long')
  @IsText('Alt text must be text')
  alt_text?: string;

  @IsOptional()
  @Max(MAX_ID, { message: 'Gallery is not valid' })
  @Min(1, { message: 'Gallery is not valid' })
  @IsInt({ message: 'Gallery is not valid' })
  gallery_id?: number;

  /**
   * Dollars.
   *
   * @example 120.5
   */
  @IsOptional()
  @Max(LIMITS.price, { message: 'Selling price is too high' })
  @Min(0, { message: 'Selling price must be 0 or more' })
  @IsMoney('Selling price must be a number with at most 2 decimals')
  selling_price?: number;

  @IsOptional()
  @IsBoolean({ message: 'For sale must be true or false' })
  is_for_sale?: boolean;
}

/** The body of PUT /photos/{id}; what is left out stays as it is. */
export class UpdatePhoto {
  /** @example "Harbour at low tide" */
  @ValidateIf((_, title) => title !== undefined)
  @MaxCharacters(LIMITS.title, 'Title is too long')
  @IsFilled('Title is required')
  title?: string;

  /** @example "Before the boats came back." */
  @IsOptional()
  @MaxCharacters(LIMITS.description, 'Description is too long')
  @IsText('Description must be text')
  description?: string | null;

  /** @example "Boats lying on mud." */
  @IsOptional()
  @MaxCharacters(LIMITS.altText, 'Alt text is too long')
  @IsText('Alt text must be text')
  alt_text?: string | null;

  /**
   * Dollars; null for no price.
   *
   * @example 120.5
   */
  @IsOptional()
  @Max(LIMITS.price, { message: 'Selling price is too high' })
  @Min(0, { message: 'Selling price must be 0 or more' })
  @IsMoney('Selling price must be a number with at most 2 decimals')
  selling_price?: number | null;

  @ValidateIf((_, isForSale) => isForSale !== undefined)
  @IsBoolean({ message: 'For sale must be true or false' })
  is_for_sale?: boolean;

  /**
   * Every gallery the photo is in from now on. In those it was in it keeps its place, in the others it comes last.
   *
   * @example [1, 4]
   */
  @ValidateIf((_, galleries) => galleries !== undefined)
  @Max(MAX_ID, { each: true, message: 'Gallery is not valid' })
  @Min(1, { each: true, message: 'Gallery is not valid' })
  @IsInt({ each: true, message: 'Gallery is not valid' })
  @ArrayUnique({ message: 'A photo can be in a gallery only once' })
  @ArrayMaxSize(LIMITS.galleriesPerPhoto, { message: 'There are too many galleries' })
  @IsArray({ message: 'Gallery is not valid' })
  gallery_ids?: number[];

  /** The same for a client that knows one gallery a photo: that one and no other, or null for none. */
  @IsOptional()
  @Max(MAX_ID, { message: 'Gallery is not valid' })
  @Min(1, { message: 'Gallery is not valid' })
  @IsInt({ message: 'Gallery is not valid' })
  gallery_id?: number | null;
}

/** What GET /photos/{id} answers beside the photo. */
export class OnePhotoQuery {
  /** `base64`: the photo carries its picture and both thumbnails as base64 JPEG. */
  @IsOptional()
  @IsIn(['base64'], { message: 'embed must be base64' })
  embed?: 'base64';
}

/** How GET /photos is narrowed. `status` is for the administrator alone. */
export class PhotoQuery extends EmbeddablePageQuery {
  @IsOptional()
  @Max(MAX_ID, { message: 'gallery_id is not valid' })
  @Min(1, { message: 'gallery_id is not valid' })
  @IsInt({ message: 'gallery_id is not valid' })
  gallery_id?: number;

  /**
   * Found in title or description, ignoring case.
   *
   * @example "harbour"
   */
  @IsOptional()
  @MaxCharacters(LIMITS.title, 'search is too long')
  @IsText('search must be text')
  search?: string;

  @IsOptional()
  @IsBoolean({ message: 'for_sale must be true or false' })
  for_sale?: boolean;

  @IsOptional()
  @IsIn(PHOTO_STATUSES, { message: `status must be one of ${PHOTO_STATUSES.join(', ')}` })
  status?: PhotoStatus;
}

/** One size of a picture in one format. */
export interface RenditionView {
  format: RenditionFormat;
  /**
   * Pixels.
   *
   * @example 640
   */
  width: number;
  /** @example 427 */
  height: number;
  /**
   * Immutable: another content has another address.
   *
   * @example "/media/3/3f9a61c2e07b/640.avif"
   */
  url: string;
}

/** What is needed to show a picture at any size without a jump in the page. */
export interface PictureView {
  /** @example "Harbour at low tide" */
  title: string;
  /** @example "Boats lying on mud." */
  alt_text: string | null;
  /**
   * Pixels of the upright original; null while it is being looked at.
   *
   * @example 1600
   */
  width: number | null;
  /** @example 1067 */
  height: number | null;
  /**
   * ThumbHash, base64.
   *
   * @example "HPgVJYRoh3h/h3h1eEeHh1dwcgZH"
   */
  placeholder: string | null;
  /** Smallest first within a format; empty until ready. */
  renditions: RenditionView[];
}

export interface PhotoView extends PictureView {
  id: number;
  /** @example "Before the boats came back." */
  description: string | null;
  status: PhotoStatus;
  /**
   * Why rendering failed, for the administrator; null to visitors.
   *
   * @example null
   */
  failure: string | null;
  /** @example "/media/3/3f9a61c2e07b/1600.jpeg" */
  image_url: string | null;
  /** @example "/media/3/3f9a61c2e07b/640.jpeg" */
  large_thumbnail_url: string | null;
  /** @example "/media/3/3f9a61c2e07b/320.jpeg" */
  small_thumbnail_url: string | null;
  gallery_id: number | null;
  /** @example "Slack Water" */
  gallery_name: string | null;
  /** @example [{"id": 1, "title": "Slack Water", "slug": "slack-water"}] */
  galleries: { id: number; title: string; slug: string }[];
  comment_count: number;
  is_for_sale: boolean;
  /**
   * Dollars with at most 2 decimals.
   *
   * @format double
   * @example 120.5
   */
  selling_price: number | null;
  /**
   * @format date-time
   * @example "2026-03-14T09:26:53.000Z"
   */
  created_at: string;
  /**
   * Address of the file as it was uploaded, for the administrator; null to visitors.
   *
   * @example null
   */
  original_url: string | null;
  /**
   * The whole picture as base64 JPEG, where `embed=base64` was asked for of one photo; null until ready.
   *
   * @example "/9j/4AAQSkZJRgABAQ=="
   */
  image_base64?: string | null;
  /**
   * Its thumbnails, where `embed=base64` was asked for.
   *
   * @example "/9j/4AAQSkZJRgABAQ=="
   */
  large_thumbnail_base64?: string | null;
  /** @example "/9j/4AAQSkZJRgABAQ==" */
  small_thumbnail_base64?: string | null;
}

export interface PhotoAnswer {
  photo: PhotoView;
}

/** A photo that the worker has yet to render: its pictures follow. */
export interface ProcessingPhotoAnswer {
  /** @example {"id": 3, "title": "Harbour at low tide", "description": "Before the boats came back.", "alt_text": "Boats lying on mud.", "status": "processing", "failure": null, "width": 1600, "height": 1067, "placeholder": null, "renditions": [], "image_url": null, "large_thumbnail_url": null, "small_thumbnail_url": null, "original_url": "/media/3/original?ticket=492873.c2VhbA", "gallery_id": 1, "gallery_name": "Slack Water", "galleries": [{"id": 1, "title": "Slack Water", "slug": "slack-water"}], "comment_count": 0, "is_for_sale": true, "selling_price": 120.5, "created_at": "2026-03-14T09:26:53.000Z"} */
  photo: PhotoView;
}

export interface PhotoListView extends PageView {
  photos: PhotoView[];
}

/** What an upload may be, as GET /admin/upload-limits answers it. */
export interface UploadLimitsView {
  /**
   * Of 1024 × 1024 bytes.
   *
   * @example 10
   */
  megabytes: number;
}

/** Where a photo stands in a gallery, as GET /galleries/{slug}/photos/{id}/neighbours answers it. */
export interface PhotoNeighboursView {
  /** @example {"id": 1, "title": "Slack Water", "slug": "slack-water"} */
  gallery: PhotoView['galleries'][number];
  /**
   * Counted from 1, among the photos that the caller may see.
   *
   * @example 2
   */
  place: number;
  /**
   * Photos in the gallery that the caller may see.
   *
   * @example 12
   */
  total: number;
  /** Null at the beginning. */
  previous: PhotoView | null;
  /** Null at the end. */
  next: PhotoView | null;
}
