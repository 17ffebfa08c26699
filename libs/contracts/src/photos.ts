import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsUUID,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { LIMITS, MAX_ID } from './limits.ts';
import { IsMoney } from './money.ts';
import { EmbeddablePageQuery } from './pages.ts';
import { IsFilled, IsText, MaxCharacters } from './text.ts';

export const PHOTO_STATUSES = ['processing', 'ready', 'failed'] as const;
/** `processing` until the worker has made the renditions, then `ready`, or `failed` with the reason. */
export type PhotoStatus = (typeof PHOTO_STATUSES)[number];

export const PHOTO_VISIBILITIES = ['public', 'unlisted', 'hidden'] as const;
/**
 * A photo's own: `unlisted` is reached by its address and listed nowhere, `hidden` is not there for visitors. In inactive
 * galleries alone no photo is there for them.
 */
export type PhotoVisibility = (typeof PHOTO_VISIBILITIES)[number];

export const IsPhotoVisibility = () =>
  IsIn(PHOTO_VISIBILITIES, { message: 'Visibility must be public, unlisted or hidden' });

export const PHOTO_SORTS = ['newest', 'oldest', 'title', 'file_name', 'capture_date'] as const;
/**
 * Order of the administrator's list. `newest` and `oldest` order upload batches; within a batch its places count, and they
 * decide ties of the other sorts too. Photos without a file name or a capture date come last in those.
 */
export type PhotoSort = (typeof PHOTO_SORTS)[number];

const isOfBatch = ({ batch_id, batch_place }: UploadPhoto) => batch_id !== undefined || batch_place !== undefined;

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

  /**
   * Names the batch of files that are uploaded together. The client makes it, and gives each file its `batch_place`.
   *
   * @example "0198c5f2-6d3a-7cc1-9a55-0d6f1f2f8a10"
   */
  @ValidateIf(isOfBatch)
  @IsUUID('all', { message: 'batch_id must be a UUID, given with batch_place' })
  batch_id?: string;

  /**
   * Place of the file in its batch, from 0.
   *
   * @example 0
   */
  @ValidateIf(isOfBatch)
  @Max(MAX_ID, { message: 'batch_place is too high' })
  @Min(0, { message: 'batch_place must be 0 or more' })
  @IsInt({ message: 'batch_place must be a whole number, given with batch_id' })
  batch_place?: number;
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

  /** Without it a photo that leaves its last gallery becomes `hidden` where only inactive galleries held it. */
  @ValidateIf((_, visibility) => visibility !== undefined)
  @IsPhotoVisibility()
  visibility?: PhotoVisibility;

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

/**
 * How GET /photos is narrowed and ordered. `status`, `visibility`, `no_other_gallery` and `sort` are for the administrator
 * alone.
 */
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

  @IsOptional()
  @IsPhotoVisibility()
  visibility?: PhotoVisibility;

  /** Photos in no gallery, or with `gallery_id` in none but that one. */
  @IsOptional()
  @IsBoolean({ message: 'no_other_gallery must be true or false' })
  no_other_gallery?: boolean;

  /** `newest` where it is not given. */
  @IsOptional()
  @IsIn(PHOTO_SORTS, { message: `sort must be one of ${PHOTO_SORTS.join(', ')}` })
  sort?: PhotoSort;
}
