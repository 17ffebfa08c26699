import { Injectable } from '@nestjs/common';
import type {
  LatestNewsItemView,
  NewsItemResponse,
  NewsItemView,
  NewsListView,
  PageQuery,
  SaveNewsItem,
} from '@portfolio/contracts';
import type { NewsItem, Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { blankToNull, toDate, withoutUndefined } from '../http/optional-values.ts';
import { type Precondition, Versioned } from '../http/versions.ts';
import { PhotosService } from '../photos/photos.service.ts';
import { NewsRepository, entityTagOfNews, type NewsItemChanges } from './news.repository.ts';

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
    return versioned(await this.news.insert({ ...blank, unpublishAt: null, ...changesOf(item) }));
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

const toNewsItemView = (item: NewsItem, viewer: Viewer): NewsItemView => ({
  id: item.id,
  headline: item.headline,
  content: item.content,
  link: item.link,
  is_active: item.isActive,
  ...(viewer === 'administrator' && {
    photo_id: item.photoId,
    publish_at: item.publishAt?.toISOString() ?? null,
    unpublish_at: item.unpublishAt?.toISOString() ?? null,
  }),
  created_at: item.createdAt.toISOString(),
});

const versioned = (item: NewsItem) =>
  new Versioned({ news: toNewsItemView(item, 'administrator') }, entityTagOfNews(item));

function existing<T>(item: T | undefined): T {
  if (item === undefined) throw new AppError('news.not-found');
  return item;
}

/** Columns to store: blank texts become null, and a null switch is ignored. */
const changesOf = (item: SaveNewsItem): NewsItemChanges =>
  withoutUndefined({
    headline: blankToNull(item.headline),
    content: blankToNull(item.content),
    link: blankToNull(item.link),
    photoId: item.photo_id,
    isActive: item.is_active ?? undefined,
    publishAt: toDate(item.publish_at),
    unpublishAt: toDate(item.unpublish_at),
  });
