import { IsBoolean, IsOptional, Matches, ValidateIf } from 'class-validator';
import { LIMITS } from './limits.ts';
import type { PageView } from './pages.ts';
import { IsText, MaxCharacters } from './text.ts';

/** The body of POST /news and PUT /news/{id}; what is left out of the latter stays as it is. */
export class SaveNewsItem {
  @IsOptional()
  @MaxCharacters(LIMITS.headline, 'Headline is too long')
  @IsText('Headline must be text')
  headline?: string | null;

  @IsOptional()
  @MaxCharacters(LIMITS.newsContent, 'Content is too long')
  @IsText('Content must be text')
  content?: string | null;

  @ValidateIf((_, link) => link !== undefined && link !== null && link !== '')
  @MaxCharacters(LIMITS.link, 'Link is too long')
  @Matches(/^https?:\/\/\S+$/, { message: 'Please enter a valid URL starting with http:// or https://' })
  link?: string | null;

  @IsOptional()
  @IsBoolean({ message: 'Active must be true or false' })
  is_active?: boolean;
}

export interface NewsItemView {
  id: number;
  headline: string | null;
  content: string | null;
  link: string | null;
  is_active: boolean;
  created_at: string;
}

export interface NewsItemAnswer {
  news: NewsItemView;
}

export interface LatestNewsView {
  news: NewsItemView | null;
}

export interface NewsListView extends PageView {
  news: NewsItemView[];
}
