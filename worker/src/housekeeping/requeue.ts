import { Injectable } from '@nestjs/common';
import { BackgroundImage, Photo } from '@portfolio/database';
import { JobQueue } from '@portfolio/jobs';
import { HousekeepingRepository } from './housekeeping.repository.ts';

/** Milliseconds for which a row may lie untouched before its job counts as lost. */
const UNTOUCHED_FOR = 60_000;

/** Rows of one kind asked for again in one run; the rest have their turn when these are done. */
const BATCH = 500;

/** Asks again for everything that was accepted and not finished: a queue may lose a job, the row stays. */
@Injectable()
export class Requeue {
  constructor(
    private readonly housekeeping: HousekeepingRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** A job that still waits or runs is not added a second time. */
  async run({ untouchedFor = UNTOUCHED_FOR } = {}): Promise<void> {
    for (const photoId of await this.housekeeping.unfinished(Photo, untouchedFor, BATCH)) {
      await this.jobs.add('photo.render', { photoId });
    }
    for (const backgroundId of await this.housekeeping.unfinished(BackgroundImage, untouchedFor, BATCH)) {
      await this.jobs.add('background.render', { backgroundId });
    }
    for (const messageId of await this.housekeeping.unmailedMessages(untouchedFor, BATCH)) {
      await this.jobs.add('message.mail', { messageId });
    }
  }
}
