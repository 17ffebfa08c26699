import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { deleteTrashed, TRASH_KINDS, TRASHED_FOR_MS } from '@portfolio/database';
import { JobQueue } from '@portfolio/jobs';
import { moveToTrash, STORAGE, type Storage } from '@portfolio/storage';
import { DataSource } from 'typeorm';

/** Rows of one transaction. */
const BATCH = 500;

/**
 * Permanently deletes rows that were in the trash for 30 days. Rows go before their files: after a crash in between
 * `DiscardOrphans` removes these.
 */
@Injectable()
export class EmptyTrash {
  private readonly logger = new Logger(EmptyTrash.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobQueue,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run(): Promise<void> {
    let deleted = 0;
    for (const kind of TRASH_KINDS) {
      for (let count = BATCH; count === BATCH; deleted += count) {
        const batch = await deleteTrashed(this.dataSource.manager, kind, { olderThan: TRASHED_FOR_MS, limit: BATCH });
        try {
          for (const { id, originalKey } of batch.photos) {
            await this.jobs.add('photo.discard', { photoId: id, originalKey });
          }
        } catch (error) {
          // `DiscardOrphans` takes many originals without a row for the wrong database.
          for (const { originalKey } of batch.photos) {
            await moveToTrash(this.storage, originalKey).catch((err: unknown) =>
              this.logger.warn({ originalKey, err }, 'An original without a row was not moved to the trash'),
            );
          }
          throw error;
        }
        ({ count } = batch);
      }
    }
    if (deleted > 0) this.logger.log({ deleted });
  }
}
