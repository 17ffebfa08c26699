import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DashboardView } from '@portfolio/contracts';
import { DataSource } from 'typeorm';

/** How much there is of everything. */
export type Counts = Omit<DashboardView, 'recentPhotos' | 'recentComments'>;

@Injectable()
export class DashboardRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** In one query, so that the figures are of one moment. */
  async count(): Promise<Counts> {
    const [counts] = await this.database.query<Counts[]>(
      `select
         (select count(*)::int from galleries) as "galleries",
         (select count(*)::int from photos) as "photos",
         (select count(*)::int from comments where is_approved) as "comments",
         (select count(*)::int from comments where not is_approved) as "pendingComments",
         (select count(*)::int from messages where not is_read) as "unreadMessages",
         (select count(*)::int from photos where status = 'processing') as "processingPhotos",
         (select count(*)::int from photos where status = 'failed') as "failedPhotos"`,
    );
    return counts!;
  }
}
