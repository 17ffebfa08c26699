import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Rendition } from '@portfolio/database';
import { DataSource } from 'typeorm';

@Injectable()
export class BackgroundMediaRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * @returns the version that this rendition of the background image has today; undefined where visitors are shown no
   *   such rendition: one that was removed or replaced is gone at once
   */
  async findRendition(id: number, rendition: Pick<Rendition, 'width' | 'format'>): Promise<string | undefined> {
    const [found] = await this.database.query<{ version: string }[]>(
      `select version from background_images
       where id = $1 and status = 'ready' and renditions @> $2::jsonb
         and not exists (select 1 from background_images newer where newer.status = 'ready' and newer.id > $1)`,
      [id, JSON.stringify([rendition])],
    );
    return found?.version;
  }

  async findOriginal(id: number) {
    const [found] = await this.database.query<{ key: string; hash: string }[]>(
      'select original_key as key, content_hash as hash from background_images where id = $1',
      [id],
    );
    return found;
  }
}
