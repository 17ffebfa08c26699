import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { BackgroundImage, certainTransaction, lockAll, type NewOriginal } from '@portfolio/database';
import { In, Repository } from 'typeorm';

@Injectable()
export class BackgroundRepository {
  constructor(@InjectRepository(BackgroundImage) private readonly backgrounds: Repository<BackgroundImage>) {}

  /** The one that visitors see: the latest that is ready. */
  findShown(): Promise<BackgroundImage | null> {
    return this.backgrounds.findOne({ where: { status: 'ready' }, order: { id: 'DESC' } });
  }

  /** The one that was uploaded last, whatever became of it. */
  async findLatest(): Promise<BackgroundImage | null> {
    const [latest] = await this.backgrounds.find({ order: { id: 'DESC' }, take: 1 });
    return latest ?? null;
  }

  /**
   * Adds the row; asked again with the same original it adds nothing.
   *
   * @returns the row's id
   * @throws UncertainCommitError
   */
  insert(original: NewOriginal): Promise<number> {
    return certainTransaction(this.backgrounds.manager, async (transaction) => {
      // Waits for an earlier attempt with the same original that the server has not given up yet.
      await transaction.createQueryBuilder().insert().into(BackgroundImage).values(original).orIgnore().execute();
      const { originalKey } = original;
      return (await transaction.findOneByOrFail(BackgroundImage, { originalKey })).id;
    });
  }

  /** @returns what was there, for its files to be removed */
  async removeAll(): Promise<{ id: number; originalKey: string }[]> {
    return this.backgrounds.manager.transaction(async (transaction) => {
      // The worker removes older ones when a newer one is ready.
      const ids = await lockAll(transaction, BackgroundImage);
      const removal = transaction
        .createQueryBuilder()
        .delete()
        .from(BackgroundImage)
        .where({ id: In(ids) });
      const { raw } = await removal.returning('id, original_key as "originalKey"').execute();
      return raw as { id: number; originalKey: string }[];
    });
  }
}
