import { Injectable } from '@nestjs/common';
import { BackgroundImage, Photo } from '@portfolio/database';
import { JobQueue, type JobPayloads } from '@portfolio/jobs';
import { HousekeepingRepository } from './housekeeping.repository.ts';

/** Milliseconds without an update after which a row's job counts as lost. */
const UNTOUCHED_FOR = 60_000;

/** Longest pause between repeated failures, in milliseconds. */
const LONGEST_WAIT = 15 * 60_000;

/** Rows of one kind per run. */
const BATCH = 500;

/** Requeues unfinished work: a queue may lose a job, the row stays. */
@Injectable()
export class Requeue {
  constructor(
    private readonly housekeeping: HousekeepingRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** Deduplication drops jobs that still wait or run. @param payload without a time, older rows wait longer */
  async run(payload: JobPayloads['housekeeping.requeue'] = {}): Promise<void> {
    const { untouchedFor = UNTOUCHED_FOR } = payload;
    const wait = { least: untouchedFor, most: payload.untouchedFor ?? LONGEST_WAIT };
    for (const photoId of await this.housekeeping.unfinished(Photo, wait, BATCH)) {
      await this.jobs.add('photo.render', { photoId });
    }
    for (const backgroundId of await this.housekeeping.unfinished(BackgroundImage, wait, BATCH)) {
      await this.jobs.add('background.render', { backgroundId });
    }
    for (const messageId of await this.housekeeping.unmailedMessages(wait, BATCH)) {
      await this.jobs.add('message.mail', { messageId });
    }
  }
}
