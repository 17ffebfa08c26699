import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FocalPoint, Picture } from '@portfolio/database';
import { DataSource, In, MoreThan } from 'typeorm';
import { PICTURE_KINDS, type PictureKind } from './picture-kind.ts';

/** The picture that an original belongs to. */
export interface KnownOriginal extends Pick<Picture, 'id' | 'status'> {
  kind: PictureKind;
}

/** All that decides whether a picture's renditions are current. */
export type ReadyPicture = Pick<
  Picture,
  'id' | 'contentHash' | 'version' | 'width' | 'height' | 'renditions' | 'failure'
> &
  Partial<FocalPoint>;

/** Queries over many pictures, for housekeeping. Those in the trash keep their files. */
@Injectable()
export class PictureListsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Pictures of any kind by the keys of their originals. */
  async knownOriginals(keys: string[]): Promise<Map<string, KnownOriginal>> {
    const known = new Map<string, KnownOriginal>();
    for (const kind of PICTURE_KINDS) {
      const select = { id: true, status: true, originalKey: true } as const;
      const pictures = await this.of(kind).find({
        select,
        where: { originalKey: In(keys) },
        withDeleted: true,
      });
      for (const { id, status, originalKey } of pictures) known.set(originalKey, { kind, id, status });
    }
    return known;
  }

  /** Shown version by id, null before the first render; deleted pictures are left out. */
  async currentVersions(kind: PictureKind, ids: number[]): Promise<Map<number, string | null>> {
    const pictures = await this.of(kind).find({
      select: { id: true, version: true },
      where: { id: In(ids) },
      withDeleted: true,
    });
    return new Map(pictures.map(({ id, version }) => [id, version]));
  }

  /** A page of ready pictures, by id. */
  ready(kind: PictureKind, after: number, limit: number): Promise<ReadyPicture[]> {
    const columns = { id: true, contentHash: true, version: true, failure: true } as const;
    return this.of(kind).find({
      select: {
        ...columns,
        width: true,
        height: true,
        renditions: true,
        ...(kind.hasFocus && { focusX: true, focusY: true }),
      },
      where: { id: MoreThan(after), status: 'ready' },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  private of(kind: PictureKind) {
    return this.dataSource.getRepository<Picture>(kind.entity);
  }
}
