import { Injectable } from '@nestjs/common';
import { BackgroundImage, Photo } from '@portfolio/database';
import { JobQueue, type JobPayloads } from '@portfolio/jobs';
import { HousekeepingRepository } from './housekeeping.repository.ts';

/** Milliseconds for which a row may lie untouched before its job counts as lost. */
const UNTOUCHED_FOR = 60_000;

/**
 * Where a job fails again and again its row is as old as its trouble: the next one waits as long as it has lasted, up to
 * this many milliseconds.
 */
const LONGEST_WAIT = 15 * 60_000;

/** Rows of one kind asked for again in one run; the rest have their turn when these are done. */
const BATCH = 500;

/** Asks again for everything that was accepted and not finished: a queue may lose a job, the row stays. */
@Injectable()
export class Requeue {
  constructor(
    private readonly housekeeping: HousekeepingRepository,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * A job that still waits or runs is not added a second time.
   *
   * @param payload of the job; without a time a row waits the longer, the older it is
   */
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
