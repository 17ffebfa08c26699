import type { EntityManager } from 'typeorm';

/** Locks the galleries that the photos are in, and the given ones. @returns the ids of those there are */
export async function lockGalleries(
  transaction: EntityManager,
  photoIds: number[],
  more: number[] = [],
): Promise<number[]> {
  const galleries = await transaction.query<{ id: number }[]>(
    `select id from galleries
     where id = any($2::int[]) or id in (select gallery_id from gallery_photos where photo_id = any($1::int[]))
     order by id for update`,
    [photoIds, more],
  );
  return galleries.map(({ id }) => id);
}

/**
 * Gives each photo a place in each of the galleries, which are locked: those that have none there come last, in the order
 * given.
 */
export async function appendTo(transaction: EntityManager, galleryIds: number[], photoIds: number[]): Promise<void> {
  await transaction.query(
    `insert into gallery_photos (gallery_id, photo_id, position)
     select gallery.id, photo.id,
       (select coalesce(max(position), -1) from gallery_photos where gallery_id = gallery.id)
         + row_number() over (partition by gallery.id order by photo.place)
     from unnest($1::int[]) as gallery (id), unnest($2::int[]) with ordinality as photo (id, place)
     where not exists (select 1 from gallery_photos where gallery_id = gallery.id and photo_id = photo.id)`,
    [galleryIds, photoIds],
  );
}
