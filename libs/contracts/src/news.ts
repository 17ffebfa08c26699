import { IsOptional, Matches } from 'class-validator';
import { LIMITS } from './limits.ts';
import type { PageView } from './pages.ts';
import { ADDRESS_MESSAGE, ADDRESS_PATTERN, IsOptionalBoolean, IsOptionalText, MaxCharacters } from './validation.ts';

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

  @IsOptionalBoolean('Active')
  is_active?: boolean;
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
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
}

export interface NewsItemResponse {
  news: NewsItemView;
}

export interface LatestNewsView {
  news: NewsItemView | null;
}

export interface NewsListView extends PageView {
  news: NewsItemView[];
}
