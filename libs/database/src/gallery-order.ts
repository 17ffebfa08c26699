import type { EntityManager } from 'typeorm';

/*
 * Order of galleries and of photos in them. Changes of several run in an `exclusiveTransaction`. All changes, also an upload,
 * lock galleries first, then photos, then listings, which prevents deadlocks; `trashPhotos`, which locks photos first, is
 * in such a transaction, and an upload locks no existing photo.
 */

/** Locks the galleries. @returns the ids of those outside of the trash */
export async function lockGalleries(transaction: EntityManager, ids: number[]): Promise<number[]> {
  const galleries = await transaction.query<{ id: number }[]>(
    'select id from galleries where id = any($1::int[]) and deleted_at is null order by id for update',
    [ids],
  );
  return galleries.map(({ id }) => id);
}

/** Locks the photos. @returns the ids of those outside of the trash */
export async function lockPhotos(
  transaction: EntityManager,
  ids: number[],
  strength: 'update' | 'no key update' | 'key share',
): Promise<Set<number>> {
  const photos = await transaction.query<{ id: number }[]>(
    `select id from photos where id = any($1::int[]) and deleted_at is null order by id for ${strength}`,
    [ids],
  );
  return new Set(photos.map(({ id }) => id));
}

/**
 * Appends each photo to each of the locked galleries, in the order given. Photos in a gallery stay in position, and texts and
 * pauses at its end stay before the new photos.
 */
export async function appendToGalleries(
  transaction: EntityManager,
  galleryIds: number[],
  photoIds: number[],
): Promise<void> {
  await transaction.query(
    `insert into gallery_photos (gallery_id, photo_id, position)
     select gallery.id, photo.id,
       greatest(
         (select max(position) + 1 from gallery_photos where gallery_id = gallery.id),
         (select max((item ->> 'position')::int) from galleries, jsonb_array_elements(interludes) item where id = gallery.id),
         0)
         - 1 + row_number() over (partition by gallery.id order by photo.rank)
     from unnest($1::int[]) as gallery (id), unnest($2::int[]) with ordinality as photo (id, rank)
     where not exists (select 1 from gallery_photos where gallery_id = gallery.id and photo_id = photo.id)`,
    [galleryIds, photoIds],
  );
}

/** Photos of the gallery except for the given ones, in its order. */
export async function otherPhotos(
  transaction: EntityManager,
  galleryId: number,
  photoIds: number[],
): Promise<number[]> {
  const photos = await transaction.query<{ photo_id: number }[]>(
    `select photo_id from gallery_photos entry
     where gallery_id = $1 and not exists (select from unnest($2::int[]) as given (id) where given.id = entry.photo_id)
     order by position`,
    [galleryId, photoIds],
  );
  return photos.map(({ photo_id: photoId }) => photoId);
}

/** Replaces the photos of the gallery. Photos in both lists keep their rows: triggers update only other listings. */
export async function replaceOrder(transaction: EntityManager, galleryId: number, photoIds: number[]): Promise<void> {
  await transaction.query('delete from gallery_photos where gallery_id = $1 and photo_id <> all($2::int[])', [
    galleryId,
    photoIds,
  ]);
  // Positions are unique at every moment, so the photos move below zero first.
  await transaction.query('update gallery_photos set position = -1 - position where gallery_id = $1', [galleryId]);
  await transaction.query(
    `insert into gallery_photos (gallery_id, photo_id, position)
     select $1, photo_id, rank - 1 from unnest($2::int[]) with ordinality as given (photo_id, rank)
     on conflict (gallery_id, photo_id) do update set position = excluded.position`,
    [galleryId, photoIds],
  );
}

/** Sorts the given photos among their own positions. Other photos stay in position, photos of other galleries are ignored. */
export async function reorder(transaction: EntityManager, galleryId: number, photoIds: number[]): Promise<void> {
  // Positions are unique at every moment, so the photos move below zero first.
  await transaction.query(
    'update gallery_photos set position = -1 - position where gallery_id = $1 and photo_id = any($2::int[])',
    [galleryId, photoIds],
  );
  await transaction.query(
    `with moving as (
       select entry.photo_id, -1 - entry.position as position,
         row_number() over (order by entry.position desc) as old_rank,
         row_number() over (order by given.rank) as new_rank
       from gallery_photos entry
       join unnest($2::int[]) with ordinality as given (photo_id, rank) on given.photo_id = entry.photo_id
       where entry.gallery_id = $1)
     update gallery_photos entry set position = target.position
     from moving photo join moving target on target.old_rank = photo.new_rank
     where entry.gallery_id = $1 and entry.photo_id = photo.photo_id`,
    [galleryId, photoIds],
  );
}

/** Sets the cover of a locked gallery. The first photo is the cover where the given one is not in it. */
export async function chooseCover(
  transaction: EntityManager,
  galleryId: number,
  photoId: number | null,
): Promise<void> {
  // Two statements: the cover is unique at every moment.
  await transaction.query(
    'update gallery_photos set is_cover = false where gallery_id = $1 and is_cover and photo_id is distinct from $2',
    [galleryId, photoId],
  );
  await transaction.query(
    'update gallery_photos set is_cover = true where gallery_id = $1 and photo_id = $2 and not is_cover',
    [galleryId, photoId],
  );
}

/** Sorts the given galleries, which are locked, among their own positions. Ids that do not exist are ignored. */
export async function reorderGalleries(transaction: EntityManager, galleryIds: number[]): Promise<void> {
  await transaction.query(
    `with moving as (
       select gallery.id, gallery.position,
         row_number() over (order by gallery.position, gallery.id) as old_rank,
         row_number() over (order by given.rank) as new_rank
       from galleries gallery join unnest($1::int[]) with ordinality as given (id, rank) on given.id = gallery.id)
     update galleries gallery set position = target.position
     from moving join moving target on target.old_rank = moving.new_rank
     where gallery.id = moving.id`,
    [galleryIds],
  );
}
