import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  PAGE_NAMES,
  type ViewedPageView,
  type ViewReportQuery,
  type ViewReportView,
} from '@portfolio/contracts';
import { AppError } from '../http/app-error.ts';
import { type Period, type ViewedPage, ViewsRepository } from './views.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;

@Injectable()
export class ViewsService {
  constructor(private readonly views: ViewsRepository) {}

  /** @throws AppError request.invalid for a period without days, or with too many */
  async report(query: ViewReportQuery): Promise<ViewReportView> {
    return this.read(await this.periodOf(query), LIMITS.viewList);
  }

  /** The report with all pages and referrers, as CSV (RFC 4180). */
  async csv(query: ViewReportQuery): Promise<string> {
    const { days, pages, referrers } = await this.read(await this.periodOf(query));
    const rows = [
      ['kind', 'name', 'title', 'views', 'visitors'],
      ...days.map(({ day, views, visitors }) => ['day', day, '', views, visitors]),
      ...pages.map(({ page, title, views }) => ['page', page, title ?? '', views, '']),
      ...referrers.map(({ domain, views }) => ['referrer', domain, '', views, '']),
    ];
    return rows.map((row) => `${row.map(toCell).join()}\r\n`).join('');
  }

  private async read(period: Period, limit?: number): Promise<ViewReportView> {
    const [days, pages, referrers] = await Promise.all([
      this.views.days(period),
      this.views.pages(period, limit),
      this.views.referrers(period, limit),
    ]);
    const sum = (of: 'views' | 'visitors') => days.reduce((total, day) => total + day[of], 0);
    return { days, views: sum('views'), visitors: sum('visitors'), pages: pages.map(toViewedPageView), referrers };
  }

  private async periodOf({ from, to, days = DEFAULT_DAYS }: ViewReportQuery): Promise<Period> {
    const last = to ?? (await this.views.today());
    const first = from ?? new Date(Date.parse(last) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    if (first > last) throw AppError.at('from', 'request.invalid', 'from must not be after to');
    if (Date.parse(last) - Date.parse(first) >= LIMITS.viewDays * DAY_MS) {
      throw AppError.at('from', 'request.invalid', `A report has at most ${LIMITS.viewDays} days`);
    }
    return [first, last];
  }
}

const toViewedPageView = ({ path, title, slug, views }: ViewedPage): ViewedPageView => ({
  title: title ?? PAGE_NAMES[path] ?? null,
  page: slug === null ? path.replace(/(?<=^\/tags\/).*/s, encodeURIComponent) : `/gallery/${slug}`,
  views,
});

/** A quote before the first character that would make a spreadsheet run the text as a formula. */
function toCell(value: string | number): string {
  const text = String(value).replace(/^[=+\-@\t\r]/, `'$&`);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
