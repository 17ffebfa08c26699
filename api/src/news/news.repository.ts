import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { countRows, NewsItem, PUBLIC, trashRows, type Viewer } from '@portfolio/database';
import { IsNull, Not, Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageWindow } from '../http/cursor.ts';
import { type Precondition, tagOf } from '../http/versions.ts';

type NewNewsItem = Pick<NewsItem, 'headline' | 'content' | 'link' | 'isActive'>;
export type NewsItemChanges = Partial<NewNewsItem>;

export const tagOfNews = ({ id, headline, content, link, isActive }: NewsItem): string =>
  tagOf([id, headline, content, link, isActive]);

@Injectable()
export class NewsRepository {
  constructor(@InjectRepository(NewsItem) private readonly news: Repository<NewsItem>) {}

  /** Skips items without text. */
  async latestPublic(): Promise<NewsItem | undefined> {
    const latest = this.visibleTo('visitor').andWhere('(item.headline is not null or item.content is not null)');
    return (await latest.orderBy('item.id', 'DESC').limit(1).getOne()) ?? undefined;
  }

  async list(viewer: Viewer, { after, limit }: PageWindow) {
    const page = this.visibleTo(viewer)
      .orderBy('item.id', 'DESC')
      .limit(limit + 1);
    if (after !== undefined) page.andWhere('item.id < :after', { after });
    const [total, rows] = await Promise.all([
      countRows(this.news.manager, 'news', { is_active: viewer === 'visitor' || undefined }),
      page.getMany(),
    ]);
    return { total, rows };
  }

  async find(viewer: Viewer, id: number): Promise<NewsItem | undefined> {
    return (await this.visibleTo(viewer).andWhere('item.id = :id', { id }).getOne()) ?? undefined;
  }

  /** Whether visitors saw the item until it went to the trash. */
  isGone(id: number): Promise<boolean> {
    return this.news.exists({ where: { id, isActive: true, deletedAt: Not(IsNull()) }, withDeleted: true });
  }

  insert(item: NewNewsItem): Promise<NewsItem> {
    return this.news.save({ ...item });
  }

  update(
    id: number,
    changes: NewsItemChanges,
    precondition?: Precondition,
  ): Promise<NewsItem | 'outdated' | undefined> {
    return this.news.manager.transaction(async (transaction) => {
      const item = await transaction.findOne(NewsItem, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!item) return undefined;
      if (precondition?.(tagOfNews(item)) === false) return 'outdated';
      return transaction.save(NewsItem, { ...item, ...changes });
    });
  }

  async remove(id: number): Promise<boolean> {
    return (await trashRows(this.news.manager, 'news', [id])) === 1;
  }

  private visibleTo(viewer: Viewer): SelectQueryBuilder<NewsItem> {
    return this.news.createQueryBuilder('item').where(viewer === 'visitor' ? PUBLIC.newsItem('item') : 'true');
  }
}
