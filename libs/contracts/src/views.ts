import { IsOptional, Matches } from 'class-validator';
import { LIMITS } from './limits.ts';
import { IsIntBetween, IsOptionalDay, MaxCharacters } from './validation.ts';

/** Pages with one address each, and their names in the report. */
export const PAGE_NAMES: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/galleries': 'Galleries',
  '/about': 'About',
  '/contact': 'Contact',
  '/imprint': 'Imprint',
};

/** The query of GET /views: a page that a browser shows. */
export class CountView {
  /** Path of the page. @example "/photo/3" */
  @MaxCharacters(300, 'page must be a path')
  page!: string;

  /** Host of the site that led to the page. @example "example.org" */
  @IsOptional()
  @Matches(/^[\w.-]{1,253}(:\d{1,5})?$/, { message: 'from must be a host' })
  from?: string;
}

/** The query of GET /admin/views and its CSV. */
export class ViewReportQuery {
  /** First day; by default, so that the report has `days` days. @example "2026-03-01" */
  @IsOptionalDay('from')
  from?: string;

  /** Number of days without `from`; 30 by default. @example 30 */
  @IsOptional()
  @IsIntBetween(1, LIMITS.viewDays, `days must be from 1 to ${LIMITS.viewDays}`)
  days?: number;

  /** Last day; today by default. @example "2026-03-30" */
  @IsOptionalDay('to')
  to?: string;
}

export interface ViewDayView {
  /** Day in the site's time zone. @example "2026-03-14" */
  day: string;
  /** @example 120 */
  views: number;
  /** Distinct visitors of the day. @example 45 */
  visitors: number;
}

export interface ViewedPageView {
  /** Title of the photo, gallery or tag, or name of a fixed page; null for a deleted photo or gallery. @example "Harbour" */
  title: string | null;
  /** Path; galleries have their id after they are deleted. @example "/photo/3" */
  page: string;
  /** @example 12 */
  views: number;
}

export interface ReferrerView {
  /** @example "example.org" */
  domain: string;
  /** @example 7 */
  views: number;
}

/** Views of the public pages, without those of the administrator and known bots. */
export interface ViewReportView {
  /** Every day of the period. */
  days: ViewDayView[];
  /** @example 3600 */
  views: number;
  /** Sum over the days: somebody who comes on two days counts twice. @example 1350 */
  visitors: number;
  /** The 10 pages with most views. */
  pages: ViewedPageView[];
  /** The 10 domains that led to most views. */
  referrers: ReferrerView[];
}
