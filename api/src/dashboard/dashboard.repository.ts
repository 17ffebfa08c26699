import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DashboardView, FIRST_ACCOUNT_NAME, type SettingValues } from '@portfolio/contracts';
import { DataSource } from 'typeorm';

export type Counts = Omit<DashboardView, 'recentPhotos' | 'recentComments' | 'firstSteps'>;

export interface Progress {
  hasProfile: boolean;
  hasPhoto: boolean;
  hasGallery: boolean;
  hasBackground: boolean;
  /** Without defaults. */
  settings: Partial<SettingValues>;
}

@Injectable()
export class DashboardRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** One query, so that all counts are of the same moment. */
  async count(): Promise<{ counts: Counts; progress: Progress }> {
    const [row] = await this.database.query<{ counts: Counts; progress: Progress }[]>(
      `select
         json_build_object(
           'galleries', (select count(*) from galleries),
           'photos', (select count(*) from photos),
           'comments', (select count(*) from comments where is_approved),
           'pendingComments', (select count(*) from comments where not is_approved),
           'unreadMessages', (select count(*) from messages where not is_read),
           'processingPhotos', (select count(*) from photos where status = 'processing'),
           'failedPhotos', (select count(*) from photos where status = 'failed')
         ) as counts,
         json_build_object(
           'hasProfile', exists (select from users where name <> $1),
           'hasPhoto', exists (select from photos where status <> 'failed'),
           'hasGallery', exists (select from gallery_photos),
           'hasBackground', exists (select from background_images where status <> 'failed'),
           'settings', (select coalesce(json_object_agg(name, value), '{}') from settings)
         ) as progress`,
      [FIRST_ACCOUNT_NAME],
    );
    return row!;
  }
}
