import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Message, type Picture } from '@portfolio/database';
import { DataSource } from 'typeorm';

@Injectable()
export class HousekeepingRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Pictures whose rendering was asked for and has not ended, those first that wait longest.
   *
   * @param untouchedFor milliseconds since their row last changed hands, at least
   */
  async unfinished(kind: new () => Picture, untouchedFor: number, limit: number): Promise<number[]> {
    const pictures = await this.dataSource
      .getRepository<Picture>(kind)
      .createQueryBuilder('picture')
      .select('picture.id')
      .where(`picture.status = 'processing'`)
      .andWhere(`picture.updatedAt <= now() - :untouchedFor * interval '1 millisecond'`, { untouchedFor })
      .orderBy('picture.updatedAt')
      .limit(limit)
      .getMany();
    return pictures.map((picture) => picture.id);
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
}
