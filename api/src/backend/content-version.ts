import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readContentVersion } from '@portfolio/database';
import { Batcher } from '@portfolio/lifecycle';
import { DataSource } from 'typeorm';

/** Tells whether what visitors can see is the same as it was (decision 39). */
@Injectable()
export class ContentVersion {
  /** One reading for all who ask at the same moment; one that takes long holds up nobody else. */
  private readonly readings: Batcher<'now', string | undefined>;

  constructor(@InjectDataSource() database: DataSource) {
    this.readings = new Batcher(async (asked) => {
      const mark = await readContentVersion(database);
      return asked.map(() => mark);
    });
  }

  /** @returns the mark that the database has after this was called; undefined where nothing is known */
  now(): Promise<string | undefined> {
    return this.readings.load('now');
  }
}
