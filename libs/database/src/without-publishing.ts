import type { EntityManager } from 'typeorm';
import { isConfined } from './publication.ts';

/**
 * Makes a change that takes photos out of galleries, which are locked. Photos that only inactive galleries held, and that
 * are in none afterwards, become hidden: no photo becomes visible because it lost its place.
 */
export async function withoutPublishing(
  transaction: EntityManager,
  photoIds: number[],
  change: () => Promise<unknown>,
): Promise<void> {
  if (photoIds.length === 0) return void (await change());
  // In a statement of its own: the next one sees what others have committed who held the locks.
  await transaction.query('select 1 from photos where id = any($1::int[]) order by id for no key update', [photoIds]);
  const confined = await transaction.query<{ id: number }[]>(
    `select id from photos photo where id = any($1::int[]) and ${isConfined('photo')}`,
    [photoIds],
  );
  await change();
  await transaction.query(
    `update photos set visibility = 'hidden' where id = any($1::int[])
       and not exists (select 1 from gallery_photos place where place.photo_id = photos.id)`,
    [confined.map(({ id }) => id)],
  );
}
