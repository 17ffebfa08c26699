import type { DataSource, EntityManager } from 'typeorm';

/** Galleries that a visitor has opened by a password or a preview link: verified ids, which become part of the SQL. */
export type Granted = readonly number[];

/** SQL condition that a time is within the row's schedule; evaluated per query, so no job publishes. */
export const isInSchedule = (row: string, time = 'now()') =>
  `(coalesce(${row}.publish_at <= ${time}, true) and coalesce(${row}.unpublish_at > ${time}, true))`;

/** Visitors may open the gallery by its address. */
const isOpen = (gallery: string, granted: Granted = []) =>
  `(${gallery}.deleted_at is null and (${gallery}.visibility in ('public', 'unlisted') and ${isInSchedule(gallery)}${granted.length > 0 ? ` or ${gallery}.id in (${granted.join()})` : ''}))`;

/** A gallery of this kind holds the photo, or no gallery does. One subquery, which reads the index on the photo. */
const isFreeOrInGallery = (photo: string, kind: (gallery: string) => string) => `coalesce((
    select bool_or(${kind('publication_gallery')}) from gallery_photos publication_position
    join galleries publication_gallery on publication_gallery.id = publication_position.gallery_id
    where publication_position.photo_id = ${photo}.id), true)`;

/** Only galleries that are not public hold the photo. */
export const isOnlyInNonPublic = (photo: string): string => `not ${isFreeOrInGallery(photo, PUBLIC.gallery)}`;

/** Whether visitors see tags and their pages. */
export const SHOWS_TAGS = `(select value = 'true' from settings where name = 'tag_pages')`;

/**
 * The publication rule, as SQL conditions on the alias of a row. All reads for visitors use it.
 *
 * - A gallery is in lists when it is public, which `is_active` says, and in its schedule. Its address opens it when it is
 *   unlisted too, and to visitors with its password or a preview link.
 * - A photo's address shows it when it is ready, not hidden, and in a gallery that is open to the visitor or in none.
 * - Lists show photos that are ready, public, and in a public gallery or in none. The table `photo_listings` stores that for
 *   each photo: triggers update it in the transaction of each change (decision 61).
 * - Rows in the trash are not public. Positions of its photos and galleries are in `trashed_positions`.
 * - An open gallery shows its photos that are ready and public.
 * - A tag has a page where a list has a photo with it, once the artist has switched pages of tags on.
 * - A news item is public when it is active and in its schedule, a comment when it is approved and its photo's address is
 *   visible.
 */
export const PUBLIC = {
  photo: (photo: string, granted?: Granted): string =>
    `(${photo}.deleted_at is null and ${photo}.status = 'ready' and ${photo}.visibility <> 'hidden' and ${isFreeOrInGallery(photo, (gallery) => isOpen(gallery, granted))})`,
  listing: (listing: string) => `(${listing}.is_listed and coalesce(${listing}.listed_during @> now(), true))`,
  /** Whether an open gallery shows the photo, by its row or its listing. */
  inGallery: (photo: string) => `(${photo}.status = 'ready' and ${photo}.visibility = 'public')`,
  /** Whether visitors of a photo see this gallery of it. */
  galleryOfPhoto: (photo: string, gallery: string) => `(${PUBLIC.gallery(gallery)} and ${photo}.visibility = 'public')`,
  gallery: (gallery: string) => `(${gallery}.is_active and ${gallery}.deleted_at is null and ${isInSchedule(gallery)})`,
  /** Whether the gallery's address opens it. */
  galleryPage: isOpen,
  comment: (
    comment: string,
    granted?: Granted,
  ) => `(${comment}.is_approved and ${comment}.deleted_at is null and exists (
    select 1 from photos publication_photo
    where publication_photo.id = ${comment}.photo_id and ${PUBLIC.photo('publication_photo', granted)}))`,
  /** @param tag key of the tag, as SQL */
  tagPage: (tag: string) => `(${SHOWS_TAGS} and exists (
    select 1 from photo_tags publication_tag join photo_listings publication_listing using (photo_id)
    where publication_tag.tag = ${tag} and ${PUBLIC.listing('publication_listing')}))`,
  newsItem: (item: string) => `(${item}.is_active and ${item}.deleted_at is null and ${isInSchedule(item)})`,
};

/** The number of approved comments, as SQL on the alias of a photo. It does not check that the photo is public. */
export const approvedComments = (photo: string) =>
  `(select count(*)::int from comments counted where counted.photo_id = ${photo}.id and counted.is_approved
    and counted.deleted_at is null)`;

type CountedList = 'photos' | 'comments' | 'messages' | 'news';

/**
 * The number of rows of a list, as SQL that reads none of them (decision 61).
 *
 * @param facets of the counted rows, as SQL
 */
export const countOf = (list: CountedList, facets = `'{}'`): string =>
  `(select coalesce(sum(count), 0)::int from row_counts where list = '${list}' and facets @> ${facets}::jsonb)`;

/** The number of rows of a list with these facets; undefined ones do not matter. */
export async function countRows(
  manager: EntityManager,
  list: CountedList,
  facets: Record<string, string | boolean | undefined>,
): Promise<number> {
  const [row] = await manager.query<{ total: number }[]>(`select ${countOf(list, '$1')} as total`, [
    JSON.stringify(facets),
  ]);
  return row?.total ?? 0;
}

/** The publication rule applies to visitors only. */
export type Viewer = 'visitor' | 'administrator';

/**
 * Runs a change that removes photos from galleries. Photos whose galleries were all non-public become hidden when no
 * gallery holds them afterwards, so that no removal publishes a photo.
 */
export async function withoutPublishing(
  transaction: EntityManager,
  photoIds: number[],
  change: () => Promise<unknown>,
): Promise<void> {
  if (photoIds.length === 0) return void (await change());
  // A separate statement: the next one then sees the commits of transactions that held the locks.
  await transaction.query('select 1 from photos where id = any($1::int[]) order by id for no key update', [photoIds]);
  const nonPublic = await transaction.query<{ id: number }[]>(
    `select id from photos photo where id = any($1::int[]) and ${isOnlyInNonPublic('photo')}`,
    [photoIds],
  );
  await change();
  await transaction.query(
    `update photos set visibility = 'hidden' where id = any($1::int[])
       and not exists (select 1 from gallery_photos position where position.photo_id = photos.id)`,
    [nonPublic.map(({ id }) => id)],
  );
}

/** The latest time of a schedule that has passed, of galleries and news. */
const LAST_PASSED = `greatest(${['galleries', 'news_items']
  .flatMap((table) => ['publish_at', 'unpublish_at'].map((column) => [table, column]))
  .map(([table, column]) => `(select max(${column}) from ${table} where ${column} <= now())`)
  .join()})`;

/**
 * Reads the content version, which changes with each transaction that changes visible content, and when a schedule begins or
 * ends.
 *
 * @returns undefined after a crash of the database, until the next change
 */
export async function readContentVersion(database: DataSource): Promise<string | undefined> {
  const [row] = await database.query<{ mark: string }[]>(
    `select case when passed.last is null then mark else md5(mark::text || passed.last)::uuid end as mark
     from content_stamp, (select ${LAST_PASSED}::text as last) passed`,
  );
  return row?.mark;
}
