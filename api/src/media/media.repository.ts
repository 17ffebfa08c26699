import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { PUBLIC, type Rendition } from '@portfolio/database';
import { DataSource } from 'typeorm';
import type { MediaKind } from './media-kind.ts';

/** Where pictures of each kind are, when visitors see one, and what it is called. */
const PICTURES = {
  photo: { table: 'photos', isPublic: PUBLIC.photo('picture'), title: 'picture.title' },
  // One that was removed or replaced is gone at once.
  background: {
    table: 'background_images',
    isPublic: `(picture.status = 'ready' and not exists (
      select 1 from background_images newer where newer.status = 'ready' and newer.id > picture.id))`,
    title: `'background'`,
  },
} as const satisfies Record<MediaKind['name'], object>;

@Injectable()
export class MediaRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * @returns the version that this rendition of the picture has today, and whether visitors may see it; undefined where
   *   there is no such rendition
   */
  async findRendition({ name }: MediaKind, id: number, rendition: Pick<Rendition, 'width' | 'format'>) {
    const { table, isPublic } = PICTURES[name];
    const [found] = await this.database.query<{ version: string; isPublic: boolean }[]>(
      `select picture.version, ${isPublic} as "isPublic" from ${table} picture
       where picture.id = $1 and picture.version is not null and picture.renditions @> $2::jsonb`,
      [id, JSON.stringify([rendition])],
    );
    return found;
  }

  async findOriginal({ name }: MediaKind, id: number) {
    const { table, title } = PICTURES[name];
    const [found] = await this.database.query<{ title: string; key: string; hash: string }[]>(
      `select ${title} as title, original_key as key, content_hash as hash from ${table} picture where id = $1`,
      [id],
    );
    return found;
  }
}
