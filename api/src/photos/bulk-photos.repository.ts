import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Photo } from '@portfolio/database';
import { type EntityManager, In, Repository } from 'typeorm';
import { appendTo, lockGalleries } from './gallery-places.ts';

/** What is done to each of several photos. */
export interface ChangeOfEach {
  isForSale?: boolean | undefined;
  visibility?: Photo['visibility'] | undefined;
  /** A gallery that each is in from now on. */
  galleryId?: number | undefined;
}

/** A photo that was removed, with where its original is kept. */
export interface RemovedPhoto {
  id: number;
  originalKey: string;
}

/**
 * Changes to several photos, all or nothing. Each locks galleries first and photos after them, both in the order of their
 * ids, as whoever changes a single one does: so no two of them can wait for each other.
 */
@Injectable()
export class BulkPhotosRepository {
  constructor(@InjectRepository(Photo) private readonly photos: Repository<Photo>) {}

  /**
   * Those that are new to the gallery come last there, in the order given; the others keep their places.
   *
   * @returns how many of the photos there are
   */
  change(ids: number[], { galleryId, ...details }: ChangeOfEach): Promise<number | 'unknown-gallery'> {
    return this.photos.manager.transaction(async (transaction) => {
      if (galleryId !== undefined) {
        const locked = await lockGalleries(transaction, [], [galleryId]);
        if (locked.length === 0) return 'unknown-gallery';
      }
      const there = await lockPhotos(transaction, ids, 'no key update');
      if (Object.values(details).some((given) => given !== undefined)) {
        await transaction.update(Photo, { id: In([...there]) }, details);
      }
      if (galleryId !== undefined) {
        const inOrder = ids.filter((id) => there.has(id));
        await appendTo(transaction, [galleryId], inOrder);
      }
      return there.size;
    });
  }

  /** @returns those that were there */
  remove(ids: number[]): Promise<RemovedPhoto[]> {
    return this.photos.manager.transaction(async (transaction) => {
      await lockGalleries(transaction, ids);
      const there = await lockPhotos(transaction, ids, 'update');
      const removal = transaction
        .createQueryBuilder()
        .delete()
        .from(Photo)
        .where({ id: In([...there]) })
        .returning('id, original_key');
      const { raw } = await removal.execute();
      return (raw as { id: number; original_key: string }[]).map(({ id, original_key: originalKey }) => ({
        id,
        originalKey,
      }));
    });
  }
}

/** @returns the ids of those there are */
async function lockPhotos(
  transaction: EntityManager,
  ids: number[],
  strength: 'update' | 'no key update',
): Promise<Set<number>> {
  const locked = await transaction.query<{ id: number }[]>(
    `select id from photos where id = any($1::int[]) order by id for ${strength}`,
    [ids],
  );
  return new Set(locked.map(({ id }) => id));
}
