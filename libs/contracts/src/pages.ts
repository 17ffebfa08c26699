import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { LIMITS } from './limits.ts';
import { IsText } from './text.ts';

/** Which part of a list is asked for. */
export class PageQuery {
  @IsOptional()
  @Max(LIMITS.page.max, { message: `limit must be at most ${LIMITS.page.max}` })
  @Min(1, { message: 'limit must be at least 1' })
  @IsInt({ message: 'limit must be a whole number' })
  limit?: number;

  /** `next_cursor` of the page before. */
  @IsOptional()
  @IsText('cursor must be text')
  cursor?: string;
}

/** What every list answers beside its items. */
export interface PageView {
  /** Pass it as `cursor` for the next page; null at the end. */
  next_cursor: string | null;
  /** Items in all pages together. */
  total: number;
}
