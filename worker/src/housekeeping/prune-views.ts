import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readSiteDay } from '@portfolio/database';
import { DataSource } from 'typeorm';

/** Deletes salts of past days with their hashes, after which nobody can recognize a visitor, and numbers of old views. */
@Injectable()
export class PruneViews {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async run(): Promise<void> {
    const today = await readSiteDay(this.database);
    await this.database.query('delete from visitor_salts where day <> $1', [today]);
    for (const table of ['page_views', 'referrer_views', 'visitor_counts']) {
      await this.database.query(`delete from ${table} where day < $1::date - interval '25 months'`, [today]);
    }
  }
}
