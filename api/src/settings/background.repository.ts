import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { SettingName } from '@portfolio/contracts';
import {
  BackgroundImage,
  certainTransaction,
  lockAll,
  type NewOriginal,
  type RemovedPicture,
  Setting,
} from '@portfolio/database';
import { type EntityManager, In, Repository } from 'typeorm';
import type { Precondition } from '../http/versions.ts';
import { entityTagOfBackground } from './background.view.ts';

@Injectable()
export class BackgroundRepository {
  constructor(@InjectRepository(BackgroundImage) private readonly backgrounds: Repository<BackgroundImage>) {}

  /** Latest ready image, which visitors see. */
  findShown(): Promise<BackgroundImage | null> {
    return this.backgrounds.findOne({ where: { status: 'ready' }, order: { id: 'DESC' } });
  }

  /** Latest upload in any status. */
  findLatest(manager = this.backgrounds.manager): Promise<BackgroundImage | null> {
    return manager.findOne(BackgroundImage, { where: {}, order: { id: 'DESC' } });
  }

  /**
   * Adds the row, once for the same original. The focal point becomes the centre: now if no image is shown, else when the
   * worker replaces the shown one.
   *
   * @returns the row's id
   * @throws UncertainCommitError
   */
  insert(original: NewOriginal, precondition?: Precondition): Promise<number | 'outdated'> {
    return certainTransaction(this.backgrounds.manager, async (transaction) => {
      if (precondition && (await this.isOutdated(transaction, precondition, original))) return 'outdated';
      if (!(await transaction.existsBy(BackgroundImage, { status: 'ready' }))) await resetFocus(transaction);
      // Waits for an earlier attempt with the same original.
      await transaction.createQueryBuilder().insert().into(BackgroundImage).values(original).orIgnore().execute();
      const { originalKey } = original;
      return (await transaction.findOneByOrFail(BackgroundImage, { originalKey })).id;
    });
  }

  /** @returns the deleted rows, for the removal of their files */
  async removeAll(precondition?: Precondition): Promise<RemovedPicture[] | 'outdated'> {
    return this.backgrounds.manager.transaction(async (transaction) => {
      if (precondition && (await this.isOutdated(transaction, precondition))) return 'outdated';
      await resetFocus(transaction);
      // The worker deletes older rows when a newer image is ready.
      const ids = await lockAll(transaction, BackgroundImage);
      const removal = transaction
        .createQueryBuilder()
        .delete()
        .from(BackgroundImage)
        .where({ id: In(ids) });
      const { raw } = await removal.returning('id, original_key as "originalKey"').execute();
      return raw as RemovedPicture[];
    });
  }

  /**
   * Locks the table, as there is no row to lock before the first upload. Reads and row locks go on. The settings come first, as
   * where they are saved and in the worker.
   */
  private async isOutdated(
    transaction: EntityManager,
    isCurrent: Precondition,
    original?: NewOriginal,
  ): Promise<boolean> {
    await transaction.query('lock table settings, background_images in share row exclusive mode');
    const latest = await this.findLatest(transaction);
    // An earlier attempt may have been committed.
    const isRepeated = original !== undefined && latest?.originalKey === original.originalKey;
    return !isRepeated && !isCurrent(entityTagOfBackground(latest));
  }
}

/** Moves the focal point to the centre, the default. */
const resetFocus = (transaction: EntityManager) =>
  transaction.delete(Setting, { name: 'background_focus' satisfies SettingName });
