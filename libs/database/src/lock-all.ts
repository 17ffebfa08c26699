import type { EntityManager } from 'typeorm';
import type { Picture } from './entities/picture.ts';

/**
 * Locks every picture of a kind, always in the order of their ids. Whoever changes several of them in one transaction does
 * this first and leaves those alone that it did not lock: then no two can wait for each other.
 *
 * @returns their ids, in order
 */
export async function lockAll(transaction: EntityManager, kind: new () => Picture): Promise<number[]> {
  const pictures = await transaction
    .getRepository<Picture>(kind)
    .createQueryBuilder('picture')
    .select('picture.id')
    .orderBy('picture.id')
    .setLock('pessimistic_write')
    .getMany();
  return pictures.map(({ id }) => id);
}
