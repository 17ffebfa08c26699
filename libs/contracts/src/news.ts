import { IsOptional, Matches } from 'class-validator';
import { LIMITS } from './limits.ts';
import type { PageView } from './pages.ts';
import type { PictureView } from './photos/photo-views.ts';
import {
  ADDRESS_MESSAGE,
  ADDRESS_PATTERN,
  IsOptionalBoolean,
  IsOptionalId,
  IsOptionalText,
  IsOptionalTime,
  MaxCharacters,
} from './validation.ts';

/** The body of POST /news and PUT /news/{id}. PUT leaves absent fields unchanged. Blank texts are stored as null. */
export class SaveNewsItem {
  /** @example "Open studio" */
  @IsOptionalText('Headline', LIMITS.headline)
  headline?: string | null;

  /** @example "On the first Sunday in May." */
  @IsOptionalText('Content', LIMITS.newsContent)
  content?: string | null;

  /** @example "https://example.com/open-studio" */
  @IsOptional()
  @MaxCharacters(LIMITS.link, 'Link is too long')
  @Matches(ADDRESS_PATTERN, { message: ADDRESS_MESSAGE })
  link?: string | null;

  /** Id of the photo that is shown with it; null for none. @example 3 */
  @IsOptionalId('The picture is not valid')
  photo_id?: number | null;

  @IsOptionalBoolean('Active')
  is_active?: boolean;

  /** Visitors see the item from then on, while it is active; null for no beginning. @example "2026-04-01T08:00:00.000Z" */
  @IsOptionalTime('Publish at')
  publish_at?: string | null;

  /** Visitors no longer see the item from then on; null for no end. @example "2026-05-01T08:00:00.000Z" */
  @IsOptionalTime('Unpublish at')
  unpublish_at?: string | null;
}

export interface NewsItemView {
  id: number;
  /** @example "Open studio" */
  headline: string | null;
  /** @example "On the first Sunday in May." */
  content: string | null;
  /** @example "https://example.com/open-studio" */
  link: string | null;
  is_active: boolean;
  /** Id of the photo that is shown with it; null for none. For the administrator only. @example 3 */
  photo_id?: number | null;
  /** Beginning of its schedule. For the administrator only. @format date-time @example "2026-04-01T08:00:00.000Z" */
  publish_at?: string | null;
  /** End of its schedule. For the administrator only. @format date-time @example "2026-05-01T08:00:00.000Z" */
  unpublish_at?: string | null;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
}

export interface NewsItemResponse {
  news: NewsItemView;
}

/** A photo that visitors may see by its address. */
export interface NewsPictureView extends PictureView {
  id: number;
}

export interface LatestNewsItemView extends NewsItemView {
  picture: NewsPictureView | null;
}

export interface LatestNewsView {
  news: LatestNewsItemView | null;
}

export interface NewsListView extends PageView {
  news: NewsItemView[];
}
