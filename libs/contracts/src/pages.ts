import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { LIMITS } from './limits.ts';
import { IsText } from './text.ts';

/** Which part of a list is asked for. */
export class PageQuery {
  /** @example 24 */
  @IsOptional()
  @Max(LIMITS.page.max, { message: `limit must be at most ${LIMITS.page.max}` })
  @Min(1, { message: 'limit must be at least 1' })
  @IsInt({ message: 'limit must be a whole number' })
  limit?: number;

  /**
   * `next_cursor` of the page before.
   *
   * @example "cGhvdG9zOjEy"
   */
  @IsOptional()
  @IsText('cursor must be text')
  cursor?: string;
}

/** A page of photos, with the pictures inside the answer where they are asked for. */
export class EmbeddablePageQuery extends PageQuery {
  /** `base64`: each photo carries its pictures as base64 JPEG. Such a page has at most 24 photos, and thumbnails only. */
  @IsOptional()
  @IsIn(['base64'], { message: 'embed must be base64' })
  embed?: 'base64';
}

/** What every list answers beside its items. */
export interface PageView {
  /**
   * Pass it as `cursor` for the next page; null at the end.
   *
   * @example "cGhvdG9zOjEy"
   */
  next_cursor: string | null;
  /**
   * Items in all pages together.
   *
   * @example 57
   */
  total: number;
}

/** The answer of a call that has nothing to show but that it is done. */
export interface MessageResponse {
  /**
   * Fit to show to a person.
   *
   * @example "Gallery updated successfully!"
   */
  message: string;
}

/** What a request about several photos or comments came to. */
export interface BatchResponse {
  /**
   * How many of them there were, and so how many it was done to.
   *
   * @example 3
   */
  count: number;
  /**
   * Fit to show to a person.
   *
   * @example "3 photos deleted"
   */
  message: string;
}
