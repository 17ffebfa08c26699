import { Injectable } from '@nestjs/common';
import type { NewsItemView, NewsListView, PageQuery, SaveNewsItem } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { textOrNull } from '../http/optional-text.ts';
import { toNewsItemView } from './news-item.view.ts';
import { NewsRepository, type NewsItemChanges } from './news.repository.ts';

@Injectable()
export class NewsService {
  constructor(private readonly news: NewsRepository) {}

  /** What stands on the home page. */
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

  async get(viewer: Viewer, id: number): Promise<NewsItemView> {
    return toNewsItemView(existing(await this.news.find(viewer, id)));
  }

  async create(item: SaveNewsItem): Promise<NewsItemView> {
    const { headline = null, content = null, link = null, isActive = true } = changesOf(item);
    return toNewsItemView(await this.news.insert({ headline, content, link, isActive }));
  }

  /** Changes what is given; what is left out stays. */
  async update(id: number, changes: SaveNewsItem): Promise<NewsItemView> {
    return toNewsItemView(existing(await this.news.update(id, changesOf(changes))));
  }

  async remove(id: number): Promise<void> {
    if (!(await this.news.remove(id))) throw new AppError('news.not-found');
  }
}

function existing<T>(item: T | undefined): T {
  if (item === undefined) throw new AppError('news.not-found');
  return item;
}

/** As it is kept: a text with nothing in it is none, and a switch that is null says nothing. */
function changesOf({ headline, content, link, is_active }: SaveNewsItem): NewsItemChanges {
  return {
    ...(headline !== undefined && { headline: textOrNull(headline) }),
    ...(content !== undefined && { content: textOrNull(content) }),
    ...(link !== undefined && { link: textOrNull(link) }),
    ...(typeof is_active === 'boolean' && { isActive: is_active }),
  };
}
