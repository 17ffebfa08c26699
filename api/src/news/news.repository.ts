import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { countOf, countRows, isInSchedule, NewsItem, PUBLIC, trashRows, type Viewer } from '@portfolio/database';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageRange } from '../http/cursor.ts';
import { type ConstraintErrors, withConstraintErrors } from '../http/constraint-errors.ts';
import { type Precondition, entityTagOf } from '../http/versions.ts';

type NewNewsItem = Pick<
  NewsItem,
  'headline' | 'content' | 'link' | 'photoId' | 'isActive' | 'publishAt' | 'unpublishAt'
>;
export type NewsItemChanges = Partial<NewNewsItem>;

export function entityTagOfNews(item: NewsItem): string {
  const { id, headline, content, link, photoId, isActive, publishAt, unpublishAt } = item;
  return entityTagOf([id, headline, content, link, photoId, isActive, publishAt, unpublishAt]);
}

const CONSTRAINT_ERRORS: ConstraintErrors = {
  news_items_schedule_order: ['unpublish_at', 'schedule.order'],
  news_items_photo_fkey: ['photo_id', 'photo.not-found'],
};

@Injectable()
export class NewsRepository {
  constructor(@InjectRepository(NewsItem) private readonly news: Repository<NewsItem>) {}

  /** The latest item, by its schedule's beginning or else its creation. Skips items without text. */
  async latestPublic(): Promise<NewsItem | undefined> {
    const latest = this.visibleTo('visitor').andWhere('(item.headline is not null or item.content is not null)');
    const inOrder = latest.orderBy('coalesce(item.publish_at, item.created_at)', 'DESC').addOrderBy('item.id', 'DESC');
    return (await inOrder.limit(1).getOne()) ?? undefined;
  }

  async list(viewer: Viewer, { after, limit }: PageRange) {
    const page = this.visibleTo(viewer)
      .orderBy('item.id', 'DESC')
      .limit(limit + 1);
    if (after !== undefined) page.andWhere('item.id < :after', { after });
    const [total, rows] = await Promise.all([
      viewer === 'visitor' ? this.countPublic() : countRows(this.news.manager, 'news', {}),
      page.getMany(),
    ]);
    return { total, rows };
  }

  /** Active items, without those outside of their schedules, which indexes find. */
  private async countPublic(): Promise<number> {
    const [row] = await this.news.manager.query<{ total: number }[]>(
      `select ${countOf('news', '$1')} - (
         select count(*)::int from news_items item
         where item.is_active and item.deleted_at is null and (item.publish_at is not null or item.unpublish_at is not null)
           and not ${isInSchedule('item')}) as total`,
      [JSON.stringify({ is_active: true })],
    );
    return row?.total ?? 0;
  }

  async find(viewer: Viewer, id: number): Promise<NewsItem | undefined> {
    return (await this.visibleTo(viewer).andWhere('item.id = :id', { id }).getOne()) ?? undefined;
  }

  /** Whether visitors saw the item until it went to the trash. */
  isGone(id: number): Promise<boolean> {
    const trashed = this.news.createQueryBuilder('item').withDeleted().where('item.id = :id', { id });
    return trashed
      .andWhere(`item.deleted_at is not null and item.is_active and ${isInSchedule('item', 'item.deleted_at')}`)
      .getExists();
  }

  insert(item: NewNewsItem): Promise<NewsItem> {
    return withConstraintErrors(CONSTRAINT_ERRORS, () => this.news.save({ ...item }));
  }

  update(
    id: number,
    changes: NewsItemChanges,
    precondition?: Precondition,
  ): Promise<NewsItem | 'outdated' | undefined> {
    return withConstraintErrors(CONSTRAINT_ERRORS, () =>
      this.news.manager.transaction(async (transaction) => {
        const item = await transaction.findOne(NewsItem, { where: { id }, lock: { mode: 'pessimistic_write' } });
        if (!item) return undefined;
        if (precondition?.(entityTagOfNews(item)) === false) return 'outdated';
        return transaction.save(NewsItem, { ...item, ...changes });
      }),
    );
  }

  async remove(id: number): Promise<boolean> {
    return (await trashRows(this.news.manager, 'news', [id])) === 1;
  }

  private visibleTo(viewer: Viewer): SelectQueryBuilder<NewsItem> {
    return this.news.createQueryBuilder('item').where(viewer === 'visitor' ? PUBLIC.newsItem('item') : 'true');
  }
}
