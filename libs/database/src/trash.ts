import { type PhotoVisibility, TRASH_DAYS, type TrashKind } from '@portfolio/contracts';
import type { EntityManager } from 'typeorm';
import { lockPhotos, otherPhotos } from './gallery-order.ts';
import { isInSchedule, PUBLIC, withoutPublishing } from './publication.ts';
import { exclusiveTransaction } from './transactions.ts';

/*
 * The trash (decision 34). Photos and galleries enter and leave it in an `exclusiveTransaction`.
 */

/** Tables by kind. Comments come first: those that the deletion of a photo cascades to are not counted. */
const TABLES = {
  comment: 'comments',
  photo: 'photos',
  gallery: 'galleries',
  message: 'messages',
  news: 'news_items',
} as const satisfies Record<TrashKind, string>;

export const TRASH_KINDS = Object.keys(TABLES) as TrashKind[];

/** Milliseconds between a deletion and its end. */
export const TRASHED_FOR_MS = TRASH_DAYS * 24 * 60 * 60_000;

/** SQL: the present time, cut to milliseconds. The column would round it up, into the future. */
const NOW = `date_trunc('milliseconds', now())`;

/** Ids by kind; absent ones are none. */
export type TrashedIds = Partial<Record<TrashKind, number[]>>;

export interface RemovedPicture {
  id: number;
  originalKey: string;
}

/**
 * Moves photos to the trash, with their comments. Those that were only in non-public galleries become hidden, as with every
 * removal.
 *
 * @returns their number
 */
export async function trashPhotos(transaction: EntityManager, ids: number[]): Promise<number> {
  const photos = [...(await lockPhotos(transaction, ids, 'update'))];
  await withoutPublishing(transaction, photos, async () => {
    await removePositions(transaction, 'photo_id', photos);
    await transaction.query(`update photos set deleted_at = ${NOW} where id = any($1::int[])`, [photos]);
  });
  // The time of the photo marks comments that return with it.
  await transaction.query(
    `update comments set deleted_at = ${NOW} where photo_id = any($1::int[]) and deleted_at is null`,
    [photos],
  );
  return photos.length;
}

/** Moves a locked gallery to the trash. Its photos stay, and none becomes visible without `publish`. */
export async function trashGallery(transaction: EntityManager, id: number, publish: boolean): Promise<void> {
  const photos = publish ? [] : await otherPhotos(transaction, id, []);
  await withoutPublishing(transaction, photos, async () => {
    await removePositions(transaction, 'gallery_id', [id]);
    await transaction.query(`update galleries set deleted_at = ${NOW} where id = $1`, [id]);
  });
  if (publish) return;
  // Photos in the trash that return to no other active gallery.
  await transaction.query(
    `update photos set visibility = 'hidden'
     where deleted_at is not null
       and id in (
         select photo_id from trashed_positions entry join galleries gallery on gallery.id = entry.gallery_id
         where gallery.id = $1 and not (gallery.is_active and ${isInSchedule('gallery')}))
       and not exists (
         select from trashed_positions entry join galleries gallery on gallery.id = entry.gallery_id
         where entry.photo_id = photos.id and ${PUBLIC.gallery('gallery')})`,
    [id],
  );
}

/** Moves other rows to the trash. @returns the number of those that were not in it */
export async function trashRows(
  manager: EntityManager,
  kind: Exclude<TrashKind, 'photo' | 'gallery'>,
  ids: number[],
): Promise<number> {
  const [, count] = await manager.query<[unknown, number]>(
    `update ${TABLES[kind]} set deleted_at = ${NOW} where id in (
       select id from ${TABLES[kind]} where id = any($1::int[]) and deleted_at is null order by id for update)`,
    [ids],
  );
  return count;
}

/** Puts rows back as they were. A comment on a photo in the trash returns with the photo. @returns their number */
export async function restoreFromTrash(transaction: EntityManager, ids: TrashedIds): Promise<number> {
  const { photo = [], gallery = [], comment = [] } = ids;
  await lockTrashed(transaction, ids);
  await transaction.query(
    `update comments set deleted_at = null from photos photo
     where photo.id = comments.photo_id and photo.id = any($1::int[]) and comments.deleted_at = photo.deleted_at`,
    [photo],
  );
  await freeSlugs(transaction, gallery);
  let count = 0;
  for (const kind of ['photo', 'gallery', 'message', 'news'] as const) {
    const restore = `update ${TABLES[kind]} set deleted_at = null where id = any($1::int[]) and deleted_at is not null`;
    count += (await transaction.query<[unknown, number]>(restore, [ids[kind] ?? []]))[1];
  }
  const [, comments] = await transaction.query<[unknown, number]>(
    `update comments set deleted_at = photo.deleted_at from photos photo
     where photo.id = comments.photo_id and comments.id = any($1::int[])
       and comments.deleted_at is distinct from photo.deleted_at and comments.deleted_at is not null`,
    [comment],
  );
  await returnPositions(transaction, photo, gallery);
  return count + comments;
}

/**
 * Deletes rows of the trash for good. Comments that were deleted with their photo go with it.
 *
 * @param which `ids`, or all; those that have been there for `olderThan` milliseconds, at most `limit`
 * @returns their number, and the photos whose files are left
 */
export async function deleteTrashed(
  manager: EntityManager,
  kind: TrashKind,
  { ids, olderThan = 0, limit }: { ids?: number[]; olderThan?: number; limit: number },
): Promise<{ count: number; photos: RemovedPicture[] }> {
  const [rows, count] = await exclusiveTransaction(manager, (transaction) =>
    transaction.query<[RemovedPicture[], number]>(
      `delete from ${TABLES[kind]} where id = any(array(
         select id from ${TABLES[kind]} entry where deleted_at <= now() - interval '1 millisecond' * $1
           ${ids ? 'and id = any($3::int[])' : ''}
           ${kind === 'comment' ? 'and not exists (select from photos where id = photo_id and photos.deleted_at = entry.deleted_at)' : ''}
         order by id limit $2 for update))
       returning id ${kind === 'photo' ? ', original_key as "originalKey"' : ''}`,
      [olderThan, limit, ...(ids ? [ids] : [])],
    ),
  );
  return { count, photos: kind === 'photo' ? rows : [] };
}

/** Makes a visibility that the administrator chose the one that a later restore gives back. */
export async function chooseVisibility(
  transaction: EntityManager,
  photoIds: number[],
  visibility: PhotoVisibility,
): Promise<void> {
  await transaction.query('update trashed_positions set visibility = $2 where photo_id = any($1::int[])', [
    photoIds,
    visibility,
  ]);
}

/** Moves positions out of the galleries. */
async function removePositions(transaction: EntityManager, column: 'photo_id' | 'gallery_id', ids: number[]) {
  await transaction.query(
    `with removed as (delete from gallery_photos where ${column} = any($1::int[]) returning *)
     insert into trashed_positions (gallery_id, photo_id, position, is_cover, visibility, is_public)
     select removed.gallery_id, removed.photo_id, removed.position, removed.is_cover, photo.visibility,
       ${PUBLIC.gallery('gallery')}
     from removed join photos photo on photo.id = removed.photo_id join galleries gallery on gallery.id = removed.gallery_id`,
    [ids],
  );
}

/** Locks what a restore changes, galleries before photos. A photo's lock also covers comments that are trashed with it. */
async function lockTrashed(transaction: EntityManager, { gallery = [], photo = [], comment = [] }: TrashedIds) {
  await transaction.query(
    `select from galleries
     where id = any($1::int[]) or id in (select gallery_id from trashed_positions where photo_id = any($2::int[]))
     order by id for update`,
    [gallery, photo],
  );
  await transaction.query(
    `select from photos
     where id = any($1::int[]) or id in (select photo_id from trashed_positions where gallery_id = any($2::int[]))
       or id in (select photo_id from comments where id = any($3::int[]))
     order by id for update`,
    [photo, gallery, comment],
  );
}

/** Gives galleries whose address has been taken since, also by another of them, the next free one. */
async function freeSlugs(transaction: EntityManager, galleryIds: number[]): Promise<void> {
  const isTaken = (slug: string) => `exists (select from galleries other
    where other.slug = ${slug} and (other.deleted_at is null or other.id = any($2::int[]) and other.id < galleries.id))`;
  // In ascending order: each avoids the addresses of those before it.
  for (const id of galleryIds.toSorted((one, other) => one - other)) {
    await transaction.query(
      `update galleries set slug = (
         select candidate
         from generate_series(0, 999) n, concat(left(galleries.slug, 240), '-', galleries.id, '-' || nullif(n, 0)) candidate
         where not ${isTaken('candidate')} order by n limit 1)
       where id = $1 and deleted_at is not null and ${isTaken('galleries.slug')}`,
      [id, galleryIds],
    );
  }
}

interface Entry {
  gallery_id: number;
  photo_id: number;
  position: number;
  is_cover: boolean;
}

/** Puts photos back into their galleries where neither is in the trash, and gives them their visibility back. */
async function returnPositions(transaction: EntityManager, photoIds: number[], galleryIds: number[]): Promise<void> {
  const [entries] = await transaction.query<[(Entry & { visibility: string; is_public: boolean })[]]>(
    `delete from trashed_positions entry using photos photo, galleries gallery
     where photo.id = entry.photo_id and gallery.id = entry.gallery_id
       and (photo.id = any($1::int[]) or gallery.id = any($2::int[]))
       and photo.deleted_at is null and gallery.deleted_at is null
     returning entry.*`,
    [photoIds, galleryIds],
  );
  for (const id of new Set(entries.map((entry) => entry.gallery_id))) {
    const own = entries.filter((entry) => entry.gallery_id === id).sort((one, other) => one.position - other.position);
    await insertEntries(transaction, id, own);
  }
  // Only where that publishes nothing: no gallery has become public meanwhile.
  await transaction.query(
    `with entry as (
       select * from jsonb_to_recordset($1::jsonb)
         as entry (photo_id int, gallery_id int, visibility text, is_public boolean))
     update photos photo set visibility = given.visibility
     from (select photo_id, min(visibility) as visibility from entry
           group by photo_id having bool_and(visibility <> 'hidden')) given
     where photo.id = given.photo_id and photo.visibility = 'hidden'
       and not exists (
         select from gallery_photos position join galleries gallery on gallery.id = position.gallery_id
         where position.photo_id = photo.id and ${PUBLIC.gallery('gallery')}
           and (photo.id, gallery.id) not in (select photo_id, gallery_id from entry where is_public))`,
    [JSON.stringify(entries)],
  );
}

/**
 * Inserts photos at their positions. Where others have taken these, they move back. Entries that were trashed one after the
 * other may have the same position or both be the cover.
 *
 * @param entries by position
 */
async function insertEntries(transaction: EntityManager, galleryId: number, entries: Entry[]): Promise<void> {
  const present = await transaction.query<{ position: number }[]>(
    'select position from gallery_photos where gallery_id = $1',
    [galleryId],
  );
  const taken = new Set(present.map(({ position }) => position));
  const starts: number[] = [];
  let last = -1;
  const positions = entries.map(({ position }) => {
    // All photos from here on have moved once for each start.
    const isTaken = position <= last || taken.has(position - starts.length);
    if (isTaken) starts.push(Math.max(position - starts.length, starts.at(-1) ?? 0));
    return (last = Math.max(position, last + 1));
  });
  if (starts.length > 0) await makeRoom(transaction, galleryId, starts);
  const cover = entries.find((entry) => entry.is_cover);
  await transaction.query(
    `insert into gallery_photos (gallery_id, photo_id, position, is_cover)
     select $1, photo_id, position,
       is_cover and not exists (select from gallery_photos where gallery_id = $1 and is_cover)
     from unnest($2::int[], $3::int[], $4::boolean[]) as entry (photo_id, position, is_cover)`,
    [galleryId, entries.map((entry) => entry.photo_id), positions, entries.map((entry) => entry === cover)],
  );
}

/** Moves the photos from each start on by one, and the texts and pauses after it. @param starts ascending, may repeat */
async function makeRoom(transaction: EntityManager, galleryId: number, starts: number[]): Promise<void> {
  // Positions are unique at every moment, so the photos move below zero first.
  await transaction.query(
    'update gallery_photos set position = -1 - position where gallery_id = $1 and position >= $2',
    [galleryId, starts[0]],
  );
  await transaction.query(
    `update gallery_photos set position = -1 - position + width_bucket(-1 - position, $2::int[])
     where gallery_id = $1 and position < 0`,
    [galleryId, starts],
  );
  await transaction.query(
    `update galleries set interludes = (
       select jsonb_agg(jsonb_set(item, '{position}', to_jsonb(position + width_bucket(position - 1, $2::int[]))) order by rank)
       from jsonb_array_elements(interludes) with ordinality as list (item, rank),
         lateral cast(item ->> 'position' as int) position)
     where id = $1 and interludes <> '[]'`,
    [galleryId, starts],
  );
}
