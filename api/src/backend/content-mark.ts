import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readContentStamp } from '@portfolio/database';
import { DataSource } from 'typeorm';
import { SharedReading } from './shared-reading.ts';

/** Tells whether what visitors can see is the same as it was (decision 39). */
@Injectable()
export class ContentMark {
  private readonly readings: SharedReading<string | undefined>;

  constructor(@InjectDataSource() database: DataSource) {
    this.readings = new SharedReading(() => readContentStamp(database));
  }

  /** @returns the mark that the database has after this was called; undefined where nothing is known */
  now(): Promise<string | undefined> {
    return this.readings.now();
  }
}
