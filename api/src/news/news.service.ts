import { Injectable } from '@nestjs/common';
import type { LatestNewsItemView, NewsItemResponse, NewsListView, PageQuery, SaveNewsItem } from '@portfolio/contracts';
import type { NewsItem, Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { textOrNull, timeOrNull } from '../http/optional-values.ts';
import { type Precondition, Versioned } from '../http/versions.ts';
import { PhotosService } from '../photos/photos.service.ts';
import { toNewsItemView } from './news-item.view.ts';
import { NewsRepository, entityTagOfNews, type NewsFault, type NewsItemChanges } from './news.repository.ts';

@Injectable()
export class NewsService {
  constructor(
    private readonly news: NewsRepository,
    private readonly photos: PhotosService,
  ) {}

  async latest(): Promise<LatestNewsItemView | null> {
    const item = await this.news.latestPublic();
    if (!item) return null;
    const { photoId: id } = item;
    const picture = id === null ? null : await this.photos.findPicture(id);
    return { ...toNewsItemView(item, 'visitor'), picture: picture && { ...picture, id: id! } };
  }

  async list(viewer: Viewer, query: PageQuery): Promise<NewsListView> {
    const range = readPage('news', query);
    const { rows, total } = await this.news.list(viewer, range);
    const { page, next_cursor } = cutPage('news', rows, range.limit, ({ id }) => id);
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
    const blank = { headline: null, content: null, link: null, photoId: null, isActive: true, publishAt: null };
    return versioned(saved(await this.news.insert({ ...blank, unpublishAt: null, ...changesOf(item) })));
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

const versioned = (item: NewsItem) =>
  new Versioned({ news: toNewsItemView(item, 'administrator') }, entityTagOfNews(item));

/** @throws for a photo that does not exist, and for a schedule that ends before it begins */
function saved<T>(outcome: T | NewsFault): T {
  if (outcome === 'no-photo') throw AppError.at('photo_id', 'photo.not-found');
  if (outcome === 'schedule-order') throw AppError.at('unpublish_at', 'schedule.order');
  return outcome;
}

function existing<T>(item: T | undefined): T {
  if (item === undefined) throw new AppError('news.not-found');
  return item;
}

/** Columns to store: blank texts become null, and a null switch is ignored. */
function changesOf(item: SaveNewsItem): NewsItemChanges {
  const { headline, content, link, photo_id, is_active, publish_at, unpublish_at } = item;
  return {
    ...(headline !== undefined && { headline: textOrNull(headline) }),
    ...(content !== undefined && { content: textOrNull(content) }),
    ...(link !== undefined && { link: textOrNull(link) }),
    ...(photo_id !== undefined && { photoId: photo_id }),
    ...(typeof is_active === 'boolean' && { isActive: is_active }),
    ...(publish_at !== undefined && { publishAt: timeOrNull(publish_at) }),
    ...(unpublish_at !== undefined && { unpublishAt: timeOrNull(unpublish_at) }),
  };
}
