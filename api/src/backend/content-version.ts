import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readContentVersion } from '@portfolio/database';
import { Batcher } from '@portfolio/lifecycle';
import { DataSource } from 'typeorm';

/** Content version of the database (decision 39). */
@Injectable()
export class ContentVersion {
  /** Concurrent calls share one query. */
  private readonly reads: Batcher<'now', string | undefined>;

  constructor(@InjectDataSource() database: DataSource) {
    this.reads = new Batcher(async (calls) => {
      const version = await readContentVersion(database);
      return calls.map(() => version);
    });
  }

  /** @returns the version after this call; undefined when the database has none */
  now(): Promise<string | undefined> {
    return this.reads.load('now');
  }
}
