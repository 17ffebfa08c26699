import { Injectable } from '@nestjs/common';
import { BackgroundImage, Photo } from '@portfolio/database';
import { JobQueue, type JobPayloads } from '@portfolio/jobs';
import { HousekeepingRepository } from './housekeeping.repository.ts';

/** Milliseconds without an update after which a row's job counts as lost. */
const MIN_IDLE_MS = 60_000;

/** Longest wait since a row's last update, in milliseconds: repeated failures wait longer and longer. */
const MAX_IDLE_MS = 15 * 60_000;

/** Rows of one kind per run. */
const BATCH = 500;

/** Requeues unfinished work: a queue may lose a job, the row stays. */
@Injectable()
export class Requeue {
  constructor(
    private readonly housekeeping: HousekeepingRepository,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Jobs that still wait or run are not added twice.
   *
   * @param payload without a time, a row waits as long as it was old at its last update, from 1 to 15 minutes
   */
  async run(payload: JobPayloads['housekeeping.requeue'] = {}): Promise<void> {
    const { untouchedFor = MIN_IDLE_MS } = payload;
    const wait = { least: untouchedFor, most: payload.untouchedFor ?? MAX_IDLE_MS };
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
