import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { LIMITS } from './limits.ts';
import { IsText } from './validation.ts';

/** Pagination of a list. */
export class PageQuery {
  /** @example 24 */
  @IsOptional()
  @Max(LIMITS.page.max, { message: `limit must be at most ${LIMITS.page.max}` })
  @Min(1, { message: 'limit must be at least 1' })
  @IsInt({ message: 'limit must be a whole number' })
  limit?: number;

  /** `next_cursor` of the previous page. @example "cGhvdG9zOjEy" */
  @IsOptional()
  @IsText('cursor must be text')
  cursor?: string;
}

/** Pagination of photos, with optional base64 images. */
export class EmbeddablePageQuery extends PageQuery {
  /** `base64` adds thumbnails as base64 JPEG. The page then has at most 24 photos. */
  @IsOptional()
  @IsIn(['base64'], { message: 'embed must be base64' })
  embed?: 'base64';
}

/** Pagination fields of every list. */
export interface PageView {
  /** `cursor` of the next page; null at the end. @example "cGhvdG9zOjEy" */
  next_cursor: string | null;
  /** Items in all pages. @example 57 */
  total: number;
}

/** A confirmation without data. */
export interface MessageResponse {
  /** Message for the user. @example "Gallery updated successfully!" */
  message: string;
}

/** The result of a bulk request. */
export interface BatchResponse {
  /** Items changed; missing ones are not counted. @example 3 */
  count: number;
  /** Message for the user. @example "3 photos deleted" */
  message: string;
}
