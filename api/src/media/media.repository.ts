import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { PUBLIC } from '@portfolio/database';
import { DataSource } from 'typeorm';

@Injectable()
export class MediaRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @returns whether visitors may see the renditions of this version; undefined when there is no such version */
  async isPublic(photoId: number, version: string): Promise<boolean | undefined> {
    const [row] = await this.database.query<{ is_public: boolean }[]>(
      `select ${PUBLIC.photo('photo')} as is_public from photos photo where photo.id = $1 and photo.version = $2`,
      [photoId, version],
    );
    return row?.is_public;
  }
}
