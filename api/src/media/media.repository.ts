import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { PUBLIC, type Rendition } from '@portfolio/database';
import { DataSource } from 'typeorm';

@Injectable()
export class MediaRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * @returns the version that this rendition of the photo has today, and whether visitors may see it; undefined where
   *   there is no such rendition
   */
  async findRendition(photoId: number, rendition: Pick<Rendition, 'width' | 'format'>) {
    const [found] = await this.database.query<{ version: string; isPublic: boolean }[]>(
      `select photo.version, ${PUBLIC.photo('photo')} as "isPublic" from photos photo
       where photo.id = $1 and photo.version is not null and photo.renditions @> $2::jsonb`,
      [photoId, JSON.stringify([rendition])],
    );
    return found;
  }

  async findOriginal(photoId: number) {
    const [found] = await this.database.query<{ title: string; key: string; hash: string }[]>(
      'select title, original_key as key, content_hash as hash from photos where id = $1',
      [photoId],
    );
    return found;
  }
}
