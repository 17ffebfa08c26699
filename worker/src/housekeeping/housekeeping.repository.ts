import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Message, Photo } from '@portfolio/database';
import { DataSource, In } from 'typeorm';

@Injectable()
export class HousekeepingRepository {
  private readonly photos;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    this.photos = dataSource.getRepository(Photo);
  }

  /**
   * Photos whose rendering was asked for and has not ended, those first that wait longest.
   *
   * @param untouchedFor milliseconds since their row last changed hands, at least
   */
  async unfinishedPhotos(untouchedFor: number, limit: number): Promise<number[]> {
    const photos = await this.photos
      .createQueryBuilder('photo')
      .select('photo.id')
      .where(`photo.status = 'processing'`)
      .andWhere(`photo.updatedAt <= now() - :untouchedFor * interval '1 millisecond'`, { untouchedFor })
      .orderBy('photo.updatedAt')
      .limit(limit)
      .getMany();
    return photos.map((photo) => photo.id);
  }

  /**
   * Messages that wait to be mailed, those first that wait longest.
   *
   * @param untouchedFor milliseconds since their row last changed hands, at least
   */
  async unmailedMessages(untouchedFor: number, limit: number): Promise<number[]> {
    const messages = await this.dataSource
      .getRepository(Message)
      .createQueryBuilder('message')
      .select('message.id')
      .where(`message.mailStatus = 'waiting'`)
      .andWhere(`message.updatedAt <= now() - :untouchedFor * interval '1 millisecond'`, { untouchedFor })
      .orderBy('message.updatedAt')
      .limit(limit)
      .getMany();
    return messages.map((message) => message.id);
  }

  /** Those of the keys that belong to a photo. */
  async knownOriginals(keys: string[]): Promise<Set<string>> {
    const photos = await this.photos.find({ select: { originalKey: true }, where: { originalKey: In(keys) } });
    return new Set(photos.map((photo) => photo.originalKey));
  }

  /** The version that each photo shows now, null before it is first ready; photos that are gone are left out. */
  async currentVersions(ids: number[]): Promise<Map<number, string | null>> {
    const photos = await this.photos.find({ select: { id: true, version: true }, where: { id: In(ids) } });
    return new Map(photos.map(({ id, version }) => [id, version]));
  }

  /** Runs the action unless the photo shows this version or is being rendered; neither can begin before it ends. */
  async whileUnused(photoId: number, version: string, action: () => Promise<void>): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const photo = await manager.findOne(Photo, {
        select: { id: true, version: true, status: true },
        where: { id: photoId },
        lock: { mode: 'pessimistic_write' },
      });
      if (photo && (photo.version === version || photo.status === 'processing')) return false;
      await action();
      return true;
    });
  }
}
