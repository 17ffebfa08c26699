import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Message, type Picture } from '@portfolio/database';
import { DataSource, type ObjectLiteral } from 'typeorm';

/** Bounds in milliseconds of the wait since a row's last update. The wait is the row's age at that update. */
export interface RowWait {
  least: number;
  most: number;
}

@Injectable()
export class HousekeepingRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Processing pictures, longest wait first. */
  unfinished(kind: new () => Picture, wait: RowWait, limit: number): Promise<number[]> {
    return this.waiting(kind, { status: 'processing' }, wait, limit);
  }

  /** Messages to be mailed, longest wait first. */
  unmailedMessages(wait: RowWait, limit: number): Promise<number[]> {
    return this.waiting(Message, { mailStatus: 'waiting' }, wait, limit);
  }

  private async waiting(entity: new () => Picture | Message, where: ObjectLiteral, wait: RowWait, limit: number) {
    const rows = await this.dataSource
      .getRepository<Picture | Message>(entity)
      .createQueryBuilder('entry')
      .select('entry.id')
      .where(where)
      .andWhere(
        `entry.updatedAt <= now() - interval '1 millisecond' *
          greatest(:least, least(:most, 1000 * extract(epoch from entry.updatedAt - entry.createdAt)))`,
        { ...wait },
      )
      .orderBy('entry.updatedAt')
      .limit(limit)
      .getMany();
    return rows.map(({ id }) => id);
  }
}
