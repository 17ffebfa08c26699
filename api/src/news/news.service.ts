import { Injectable } from '@nestjs/common';
import type { NewsItemResponse, NewsItemView, NewsListView, PageQuery, SaveNewsItem } from '@portfolio/contracts';
import type { NewsItem, Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { textOrNull, timeOrNull } from '../http/optional-values.ts';
import { type Precondition, Versioned } from '../http/versions.ts';
import { toNewsItemView } from './news-item.view.ts';
import { NewsRepository, tagOfNews, type NewsItemChanges } from './news.repository.ts';

@Injectable()
export class NewsService {
  constructor(private readonly news: NewsRepository) {}

  async latest(): Promise<NewsItemView | undefined> {
    const item = await this.news.latestPublic();
    return item && toNewsItemView(item, 'visitor');
  }

  async list(viewer: Viewer, query: PageQuery): Promise<NewsListView> {
    const window = readPage('news', query);
    const { rows, total } = await this.news.list(viewer, window);
    const { page, next_cursor } = cutPage('news', rows, window.limit, ({ id }) => id);
    return { news: page.map((item) => toNewsItemView(item, viewer)), next_cursor, total };
  }

  /** Only the administrator, who can change it, gets its version. */
  async get(viewer: Viewer, id: number): Promise<Versioned<NewsItemResponse>> {
    const found = await this.news.find(viewer, id);
    if (!found && viewer === 'visitor' && (await this.news.isGone(id))) throw new AppError('news.gone');
    const item = existing(found);
    return viewer === 'visitor' ? new Versioned({ news: toNewsItemView(item, viewer) }, undefined) : versioned(item);
  }

  async create(item: SaveNewsItem): Promise<Versioned<NewsItemResponse>> {
    const { headline = null, content = null, link = null, isActive = true, ...schedule } = changesOf(item);
    const { publishAt = null, unpublishAt = null } = schedule;
    return versioned(saved(await this.news.insert({ headline, content, link, isActive, publishAt, unpublishAt })));
  }

  async update(id: number, changes: SaveNewsItem, precondition?: Precondition): Promise<Versioned<NewsItemResponse>> {
    const item = await this.news.update(id, changesOf(changes), precondition);
    if (item === 'outdated') throw AppError.outdated(await this.get('administrator', id));
    return versioned(existing(saved(item)));
  }

  async remove(id: number): Promise<void> {
    if (!(await this.news.remove(id))) throw new AppError('news.not-found');
  }
}

const versioned = (item: NewsItem) => new Versioned({ news: toNewsItemView(item, 'administrator') }, tagOfNews(item));

/** @throws for a schedule that ends before it begins */
function saved<T>(outcome: T | 'schedule-order'): T {
  if (outcome === 'schedule-order') throw AppError.at('unpublish_at', 'schedule.order');
  return outcome;
}

function existing<T>(item: T | undefined): T {
  if (item === undefined) throw new AppError('news.not-found');
  return item;
}

/** Columns to store: blank texts become null, and a null switch is ignored. */
function changesOf(item: SaveNewsItem): NewsItemChanges {
  const { headline, content, link, is_active, publish_at, unpublish_at } = item;
  return {
    ...(headline !== undefined && { headline: textOrNull(headline) }),
    ...(content !== undefined && { content: textOrNull(content) }),
    ...(link !== undefined && { link: textOrNull(link) }),
    ...(typeof is_active === 'boolean' && { isActive: is_active }),
    ...(publish_at !== undefined && { publishAt: timeOrNull(publish_at) }),
    ...(unpublish_at !== undefined && { unpublishAt: timeOrNull(unpublish_at) }),
  };
}
