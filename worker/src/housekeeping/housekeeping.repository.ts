import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Message, type Picture } from '@portfolio/database';
import { DataSource } from 'typeorm';

/** Bounds in milliseconds of the wait since a row's last update; between them it is as long as the row was old then. */
export interface RowWait {
  least: number;
  most: number;
}

const HAS_WAITED = (row: string) =>
  `${row}.updatedAt <= now() - interval '1 millisecond' *
    greatest(:least, least(:most, 1000 * extract(epoch from ${row}.updatedAt - ${row}.createdAt)))`;

@Injectable()
export class HousekeepingRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Processing pictures, longest wait first. */
  async unfinished(kind: new () => Picture, wait: RowWait, limit: number): Promise<number[]> {
    const pictures = await this.dataSource
      .getRepository<Picture>(kind)
      .createQueryBuilder('picture')
      .select('picture.id')
      .where(`picture.status = 'processing'`)
      .andWhere(HAS_WAITED('picture'), { ...wait })
      .orderBy('picture.updatedAt')
      .limit(limit)
      .getMany();
    return pictures.map((picture) => picture.id);
  }

  /** Messages to be mailed, longest wait first. */
  async unmailedMessages(wait: RowWait, limit: number): Promise<number[]> {
    const messages = await this.dataSource
      .getRepository(Message)
      .createQueryBuilder('message')
      .select('message.id')
      .where(`message.mailStatus = 'waiting'`)
      .andWhere(HAS_WAITED('message'), { ...wait })
      .orderBy('message.updatedAt')
      .limit(limit)
      .getMany();
    return messages.map((message) => message.id);
  }
}
