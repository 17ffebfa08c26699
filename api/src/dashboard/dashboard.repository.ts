import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DashboardView, FIRST_ACCOUNT_NAME, type SettingValues } from '@portfolio/contracts';
import { countOf } from '@portfolio/database';
import { DataSource } from 'typeorm';

type Counts = Omit<DashboardView, 'recentPhotos' | 'recentComments' | 'firstSteps'>;

export interface SetupProgress {
  hasProfile: boolean;
  hasPhoto: boolean;
  hasGallery: boolean;
  hasBackground: boolean;
  /** Without defaults. */
  settings: Partial<SettingValues>;
}

const FAILED = `'{"status": "failed"}'`;

@Injectable()
export class DashboardRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** One query, so that all counts are of the same moment. */
  async count(): Promise<{ counts: Counts; progress: SetupProgress }> {
    const [row] = await this.database.query<{ counts: Counts; progress: SetupProgress }[]>(
      `select
         json_build_object(
           'galleries', (select count(*) from galleries where deleted_at is null),
           'photos', ${countOf('photos')},
           'comments', ${countOf('comments', `'{"is_approved": true}'`)},
           'pendingComments', ${countOf('comments', `'{"is_approved": false}'`)},
           'unreadMessages', ${countOf('messages', `'{"is_read": false}'`)},
           'processingPhotos', ${countOf('photos', `'{"status": "processing"}'`)},
           'failedPhotos', ${countOf('photos', FAILED)}
         ) as counts,
         json_build_object(
           'hasProfile', exists (select from users where name <> $1),
           'hasPhoto', ${countOf('photos')} > ${countOf('photos', FAILED)},
           'hasGallery', ${countOf('photos', `'{"is_in_gallery": true}'`)} > 0,
           'hasBackground', exists (select from background_images where status <> 'failed'),
           'settings', (select coalesce(json_object_agg(name, value), '{}') from settings)
         ) as progress`,
      [FIRST_ACCOUNT_NAME],
    );
    return row!;
  }
}
