import type { EntityManager } from 'typeorm';

/** Keeps the photos from being deleted before their places are written. @returns the ids of those there are */
export async function holdPhotos(transaction: EntityManager, photoIds: number[]): Promise<Set<number>> {
  const held = await transaction.query<{ id: number }[]>(
    'select id from photos where id = any($1::int[]) order by id for key share',
    [photoIds],
  );
  return new Set(held.map(({ id }) => id));
}

/** Those of the gallery that are not among the given ones, in its order. */
export async function photosBeside(
  transaction: EntityManager,
  galleryId: number,
  photoIds: number[],
): Promise<number[]> {
  const places = await transaction.query<{ photo_id: number }[]>(
    `select photo_id from gallery_photos place
     where gallery_id = $1 and not exists (select from unnest($2::int[]) as given (id) where given.id = place.photo_id)
     order by position`,
    [galleryId, photoIds],
  );
  return places.map(({ photo_id: photoId }) => photoId);
}

/** The gallery has these photos from now on, and no others. */
export async function replaceOrder(transaction: EntityManager, galleryId: number, photoIds: number[]): Promise<void> {
  await transaction.query('delete from gallery_photos where gallery_id = $1', [galleryId]);
  await transaction.query(
    `insert into gallery_photos (gallery_id, photo_id, position)
     select $1, photo_id, place - 1 from unnest($2::int[]) with ordinality as chosen (photo_id, place)`,
    [galleryId, photoIds],
  );
}

/**
 * The photos take, in the order given, the places that they hold among them. Those that are not in the gallery are left
 * out, and all others keep their places.
 */
export async function reorder(transaction: EntityManager, galleryId: number, photoIds: number[]): Promise<void> {
  // No two photos can be at one place, not even for a moment: so all of them leave theirs first, to below zero.
  await transaction.query(
    'update gallery_photos set position = -1 - position where gallery_id = $1 and photo_id = any($2::int[])',
    [galleryId, photoIds],
  );
  await transaction.query(
    `with moving as (
       select place.photo_id, -1 - place.position as position,
         row_number() over (order by place.position desc) as held,
         row_number() over (order by chosen.place) as wanted
       from gallery_photos place
       join unnest($2::int[]) with ordinality as chosen (photo_id, place) on chosen.photo_id = place.photo_id
       where place.gallery_id = $1)
     update gallery_photos place set position = held.position
     from moving photo join moving held on held.held = photo.wanted
     where place.gallery_id = $1 and place.photo_id = photo.photo_id`,
    [galleryId, photoIds],
  );
}
