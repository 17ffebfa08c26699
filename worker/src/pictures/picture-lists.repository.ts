import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Picture } from '@portfolio/database';
import { DataSource, In, MoreThan } from 'typeorm';
import { PICTURE_KINDS, type PictureKind } from './picture-kind.ts';

/** Many pictures at once, for what goes through all of them. */
@Injectable()
export class PictureListsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Those of the keys that belong to a picture, of whatever kind. */
  async knownOriginals(keys: string[]): Promise<Set<string>> {
    const known = new Set<string>();
    for (const kind of PICTURE_KINDS) {
      const pictures = await this.of(kind).find({ select: { originalKey: true }, where: { originalKey: In(keys) } });
      for (const { originalKey } of pictures) known.add(originalKey);
    }
    return known;
  }

  /** The version that each picture shows now, null before it is first ready; those that are gone are left out. */
  async currentVersions(kind: PictureKind, ids: number[]): Promise<Map<number, string | null>> {
    const pictures = await this.of(kind).find({ select: { id: true, version: true }, where: { id: In(ids) } });
    return new Map(pictures.map(({ id, version }) => [id, version]));
  }

  /** Pictures that are ready, in the order of their ids. */
  ready(kind: PictureKind, after: number, limit: number): Promise<Pick<Picture, 'id' | 'contentHash' | 'version'>[]> {
    return this.of(kind).find({
      select: { id: true, contentHash: true, version: true },
      where: { id: MoreThan(after), status: 'ready' },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  private of(kind: PictureKind) {
    return this.dataSource.getRepository<Picture>(kind.entity);
  }
}
