import { Injectable } from '@nestjs/common';
import type { NewsItemResponse, NewsItemView, NewsListView, PageQuery, SaveNewsItem } from '@portfolio/contracts';
import type { NewsItem, Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { textOrNull } from '../http/optional-text.ts';
import { type Precondition, Versioned } from '../http/versions.ts';
import { toNewsItemView } from './news-item.view.ts';
import { NewsRepository, tagOfNews, type NewsItemChanges } from './news.repository.ts';

@Injectable()
export class NewsService {
  constructor(private readonly news: NewsRepository) {}

  async latest(): Promise<NewsItemView | undefined> {
    const item = await this.news.latestPublic();
    return item && toNewsItemView(item);
  }

  async list(viewer: Viewer, query: PageQuery): Promise<NewsListView> {
    const window = readPage('news', query);
    const { rows, total } = await this.news.list(viewer, window);
    const { page, next_cursor } = cutPage('news', rows, window.limit, ({ id }) => id);
    return { news: page.map(toNewsItemView), next_cursor, total };
  }

  /** Only the administrator, who can change it, gets its version. */
  async get(viewer: Viewer, id: number): Promise<Versioned<NewsItemResponse>> {
    const found = await this.news.find(viewer, id);
    if (!found && viewer === 'visitor' && (await this.news.isGone(id))) throw new AppError('news.gone');
    const item = existing(found);
    return viewer === 'visitor' ? new Versioned({ news: toNewsItemView(item) }, undefined) : versioned(item);
  }

  async create(item: SaveNewsItem): Promise<Versioned<NewsItemResponse>> {
    const { headline = null, content = null, link = null, isActive = true } = changesOf(item);
    return versioned(await this.news.insert({ headline, content, link, isActive }));
  }

  async update(id: number, changes: SaveNewsItem, precondition?: Precondition): Promise<Versioned<NewsItemResponse>> {
    const item = await this.news.update(id, changesOf(changes), precondition);
    if (item === 'outdated') throw AppError.outdated(await this.get('administrator', id));
    return versioned(existing(item));
  }

  async remove(id: number): Promise<void> {
    if (!(await this.news.remove(id))) throw new AppError('news.not-found');
  }
}

const versioned = (item: NewsItem) => new Versioned({ news: toNewsItemView(item) }, tagOfNews(item));

function existing<T>(item: T | undefined): T {
  if (item === undefined) throw new AppError('news.not-found');
  return item;
}

/** Columns to store: blank texts become null, and a null switch is ignored. */
function changesOf({ headline, content, link, is_active }: SaveNewsItem): NewsItemChanges {
  return {
    ...(headline !== undefined && { headline: textOrNull(headline) }),
    ...(content !== undefined && { content: textOrNull(content) }),
    ...(link !== undefined && { link: textOrNull(link) }),
    ...(typeof is_active === 'boolean' && { isActive: is_active }),
  };
}
