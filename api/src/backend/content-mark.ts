import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readContentStamp } from '@portfolio/database';
import { Together } from '@portfolio/lifecycle';
import { DataSource } from 'typeorm';

/** Tells whether what visitors can see is the same as it was (decision 39). */
@Injectable()
export class ContentMark {
  /** One reading for all who ask at the same moment; one that takes long holds up nobody else. */
  private readonly readings: Together<'now', string | undefined>;

  constructor(@InjectDataSource() database: DataSource) {
    this.readings = new Together(async (asked) => {
      const mark = await readContentStamp(database);
      return asked.map(() => mark);
    });
  }

  /** @returns the mark that the database has after this was called; undefined where nothing is known */
  now(): Promise<string | undefined> {
    return this.readings.one('now');
  }
}
