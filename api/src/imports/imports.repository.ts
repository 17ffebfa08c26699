import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isUnused } from '@portfolio/backup';
import { DataSource } from 'typeorm';

@Injectable()
export class ImportsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  isSiteEmpty(): Promise<boolean> {
    return isUnused(this.database);
  }
}
