import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { BackgroundImage, Message, Photo, type Picture } from '@portfolio/database';
import { JobQueue, type JobPayloads } from '@portfolio/jobs';
import { DataSource, type ObjectLiteral } from 'typeorm';

/** Milliseconds without an update after which a row's job counts as lost. */
const MIN_IDLE_MS = 60_000;

/** Upper bound of the wait in milliseconds, which grows with the row's age at its last update. */
const MAX_IDLE_MS = 15 * 60_000;

/** Rows of one kind per run. */
const BATCH = 500;

/** Requeues unfinished work: a queue may lose a job, the row stays. */
@Injectable()
export class Requeue {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Jobs that still wait or run are not added twice.
   *
   * @param untouchedFor without it, a row waits as long as it was old at its last update, from 1 to 15 minutes
   */
  async run({ untouchedFor }: JobPayloads['housekeeping.requeue'] = {}): Promise<void> {
    const wait = { least: untouchedFor ?? MIN_IDLE_MS, most: untouchedFor ?? MAX_IDLE_MS };
    for (const photoId of await this.waiting(Photo, { status: 'processing' }, wait)) {
      await this.jobs.add('photo.render', { photoId });
    }
    for (const backgroundId of await this.waiting(BackgroundImage, { status: 'processing' }, wait)) {
      await this.jobs.add('background.render', { backgroundId });
    }
    for (const messageId of await this.waiting(Message, { mailStatus: 'waiting' }, wait)) {
      await this.jobs.add('message.mail', { messageId });
    }
  }

  /**
   * Ids of unfinished rows, longest wait first.
   *
   * @param wait bounds in milliseconds; between them, the age at the last update
   */
  private async waiting(
    entity: new () => Picture | Message,
    where: ObjectLiteral,
    wait: { least: number; most: number },
  ): Promise<number[]> {
    const rows = await this.dataSource
      .getRepository<Picture | Message>(entity)
      .createQueryBuilder('entry')
      .select('entry.id')
      .where(where)
      .andWhere(
        `entry.updatedAt <= now() - interval '1 millisecond' *
          greatest(:least, least(:most, 1000 * extract(epoch from entry.updatedAt - entry.createdAt)))`,
        wait,
      )
      .orderBy('entry.updatedAt')
      .limit(BATCH)
      .getMany();
    return rows.map(({ id }) => id);
  }
}
