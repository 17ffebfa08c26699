import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Photo, type Rendition } from '@portfolio/database';
import { DataSource } from 'typeorm';

/** A photo whose rendering was begun. */
export interface BegunRender {
  id: number;
  originalKey: string;
  contentHash: string;
  /** Renders begun and not ended, this one included. */
  unfinishedRenders: number;
}

export interface FinishedRender {
  width: number;
  height: number;
  placeholder: string;
  version: string;
  renditions: Rendition[];
}

@Injectable()
export class PhotosRepository {
  private readonly photos;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.photos = dataSource.getRepository(Photo);
  }

  /** Counts one more unfinished render; undefined when the photo is gone or needs no rendering. */
  async beginRender(id: number): Promise<BegunRender | undefined> {
    const { affected } = await this.photos.update(
      { id, status: 'processing' },
      { unfinishedRenders: () => 'unfinished_renders + 1', updatedAt: () => 'now()' },
    );
    if (!affected) return undefined;
    const photo = await this.photos.findOne({
      select: { id: true, originalKey: true, contentHash: true, unfinishedRenders: true },
      where: { id },
    });
    return photo ?? undefined;
  }

  /** Takes back the count of a render that ended for a reason outside of the photo. */
  async takeBackRender(id: number): Promise<void> {
    await this.photos.update(
      { id, status: 'processing' },
      { unfinishedRenders: () => 'greatest(unfinished_renders - 1, 0)', updatedAt: () => 'now()' },
    );
  }

  /** @returns false when the photo is gone, or another run came first */
  async finishRender(id: number, finished: FinishedRender): Promise<boolean> {
    const { affected } = await this.photos.update(
      { id, status: 'processing' },
      { ...finished, status: 'ready', failure: null, unfinishedRenders: 0, updatedAt: () => 'now()' },
    );
    return affected === 1;
  }

  /** @param failure the reason, for the artist */
  async failRender(id: number, failure: string): Promise<void> {
    await this.photos.update(
      { id, status: 'processing' },
      { status: 'failed', failure, unfinishedRenders: 0, updatedAt: () => 'now()' },
    );
  }

  async exists(id: number): Promise<boolean> {
    return this.photos.existsBy({ id });
  }
}
