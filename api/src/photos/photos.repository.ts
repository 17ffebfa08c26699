import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type PhotoQuery, type PhotoSort, type TagView, tidyTag } from '@portfolio/contracts';
import {
  approvedComments,
  countOf,
  countRows,
  GalleryPhoto,
  type Granted,
  isInSchedule,
  Photo,
  PUBLIC,
  SHOWS_TAGS,
  type Viewer,
} from '@portfolio/database';
import { type ObjectLiteral, Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageRange, SortedPageRange } from '../http/cursor.ts';
import { orderListings, sortValuesOf } from './photo-sorts.ts';
import { listTags, tagged } from './photo-tags.ts';
import type { PhotoRecord } from './photo.view.ts';

type PhotoFilter = Omit<PhotoQuery, 'limit' | 'cursor' | 'embed' | 'sort'>;

const galleriesOf = (viewer: Viewer) => `(
  select coalesce(json_agg(json_build_object('id', gallery.id, 'title', gallery.title, 'slug', gallery.slug) order by gallery.id), '[]')
  from gallery_photos entry join galleries gallery on gallery.id = entry.gallery_id
  where entry.photo_id = photo.id ${viewer === 'visitor' ? `and ${PUBLIC.galleryOfPhoto('photo', 'gallery')}` : ''})`;

const photoIdsInGallery = (viewer: Viewer) => `
  select entry.photo_id from gallery_photos entry join galleries gallery on gallery.id = entry.gallery_id
  where gallery.id = :galleryId ${viewer === 'visitor' ? `and ${PUBLIC.gallery('gallery')}` : ''}`;

/** Photos that match a search: the n-gram index finds its longest grams, of up to three characters, before `like` compares. */
const FOUND = `
  select photo_id from photo_search
  where search_grams(title || E'\\n' || description) @> array(
      select gram from unnest(search_grams(lower(:search))) gram
      where gram >= 1::bigint << (21 * least(char_length(lower(:search)) - 1, 2)))
    and (title like lower(:pattern) or description like lower(:pattern))`;

interface RawColumns {
  is_public: boolean;
  /** Absent counts as listed. */
  is_listed?: boolean;
  is_guest_only?: boolean;
  galleries: PhotoRecord['galleries'];
  comment_count: number;
  shows_facts: boolean | null;
  shows_tags: boolean | null;
}

@Injectable()
export class PhotosRepository {
  constructor(@InjectRepository(Photo) private readonly photos: Repository<Photo>) {}

  /** Photos that visitors see, newest first, and one row more than the page. */
  async listPublic(filter: PhotoFilter, { after, limit }: PageRange) {
    const page = this.filtered('visitor', filter)
      .orderBy('listing.photo_id', 'DESC')
      .limit(limit + 1);
    if (after !== undefined) page.andWhere('listing.photo_id < :after', { after });
    const photos = this.photosOf(page).orderBy('photo.id', 'DESC');
    const [total, records] = await Promise.all([this.count('visitor', filter), readPhotos('visitor', photos)]);
    return { total, records };
  }

  /** All photos in the given order, and one row more than the page. */
  async listSorted(sort: PhotoSort, filter: PhotoFilter, { after, limit }: SortedPageRange) {
    const page = this.filtered('administrator', filter).limit(limit + 1);
    orderListings(page, sort, after);
    const photos = this.photosOf(page).addSelect('page.*');
    for (const key of Object.keys(page.expressionMap.orderBys)) photos.addOrderBy(`page.${key}`);
    const [total, rows] = await Promise.all([
      this.count('administrator', filter),
      readRows<RawColumns>('administrator', photos),
    ]);
    const records = rows.map(([photo, raw]) => ({ ...toRecord(photo, raw), sortValues: sortValuesOf(sort, raw) }));
    return { total, records };
  }

  async find(viewer: Viewer, id: number, granted?: Granted): Promise<PhotoRecord | undefined> {
    const photo = this.photos
      .createQueryBuilder('photo')
      .addSelect(viewer === 'visitor' ? IS_LISTED : 'true', 'is_listed')
      .where(viewer === 'visitor' ? PUBLIC.photo('photo', granted) : 'true')
      .andWhere('photo.id = :id', { id });
    return (await readPhotos(viewer, photo, granted))[0];
  }

  /** Whether a photo in the trash was ready and not hidden. The trash has hidden those of unlisted galleries only. */
  isGone(id: number): Promise<boolean> {
    const wasUnlisted = `exists (
      select 1 from trashed_positions entry join galleries gallery on gallery.id = entry.gallery_id
      where entry.photo_id = photo.id and entry.visibility <> 'hidden' and gallery.visibility in ('public', 'unlisted')
        and (gallery.deleted_at is null or gallery.deleted_at > photo.deleted_at)
        and ${isInSchedule('gallery', 'photo.deleted_at')})`;
    const wasShowable = `photo.status = 'ready' and (photo.visibility <> 'hidden' or ${wasUnlisted})`;
    const photo = this.photos.createQueryBuilder('photo').withDeleted().where('photo.id = :id', { id });
    return photo.andWhere(`photo.deleted_at is not null and ${wasShowable}`).getExists();
  }

  /** Photos with these ids, in no order. Visitors get public ones in an open gallery or in none. */
  listByIds(viewer: Viewer, ids: number[], granted?: Granted): Promise<PhotoRecord[]> {
    const photos = this.visibleInGalleries(viewer).andWhere('photo.id = any(:ids)', { ids });
    if (viewer === 'visitor') photos.andWhere(PUBLIC.photo('photo', granted));
    return readPhotos(viewer, photos, granted);
  }

  /** The latest photo of each file, by SHA-256. */
  listByContents(contentHashes: string[]): Promise<PhotoRecord[]> {
    const latest = `
      select max(id) from photos where content_hash = any(:contentHashes) and deleted_at is null group by content_hash`;
    return readPhotos(
      'administrator',
      this.visibleInGalleries('administrator').andWhere(`photo.id in (${latest})`, { contentHashes }),
    );
  }

  /** The newest photos of any status. */
  latest(limit: number): Promise<PhotoRecord[]> {
    const page = this.filtered('administrator', {}).orderBy('listing.photo_id', 'DESC').limit(limit);
    return readPhotos('administrator', this.photosOf(page).orderBy('photo.id', 'DESC'));
  }

  /**
   * Photos of the gallery in its order, and one row more than the page.
   *
   * @param range.after id of the last photo before; its position would tell visitors how many hidden photos there are. The
   *   page starts anew where that photo has left the gallery, and follows it where it was moved.
   */
  async listByGallery(viewer: Viewer, galleryId: number, { after, limit }: PageRange, granted?: Granted) {
    const inOrder = this.visibleInGalleries(viewer)
      .innerJoin(GalleryPhoto, 'entry', 'entry.photo_id = photo.id and entry.gallery_id = :galleryId', { galleryId })
      .orderBy('entry.position')
      .limit(limit + 1);
    if (after !== undefined) {
      const last = 'select position from gallery_photos where gallery_id = :galleryId and photo_id = :after';
      inOrder.andWhere(`entry.position > coalesce((${last}), -1)`, { after });
    }
    return readPhotos(viewer, inOrder, granted);
  }

  tags(viewer: Viewer): Promise<TagView[]> {
    return listTags(this.photos.manager, viewer);
  }

  private visibleInGalleries(viewer: Viewer): SelectQueryBuilder<Photo> {
    const photos = this.photos.createQueryBuilder('photo');
    return viewer === 'visitor'
      ? photos
          .innerJoin('photo_listings', 'listing', `listing.photo_id = photo.id and ${PUBLIC.inGallery('listing')}`)
          .addSelect(PUBLIC.listing('listing'), 'is_listed')
      : photos;
  }

  /** Photos of a page of listings. The database reads whole rows for the page only. */
  private photosOf(page: SelectQueryBuilder<ObjectLiteral>): SelectQueryBuilder<Photo> {
    return this.photos
      .createQueryBuilder('photo')
      .innerJoin(`(${page.getQuery()})`, 'page', 'page.photo_id = photo.id')
      .setParameters(page.getParameters());
  }

  /** Filters listings, whose narrow rows and indexes stay small. */
  private filtered(viewer: Viewer, filter: PhotoFilter): SelectQueryBuilder<ObjectLiteral> {
    const { gallery_id: galleryId, search, tag, for_sale: isForSale } = filter;
    const found = [
      galleryId === undefined ? [] : photoIdsInGallery(viewer),
      search ? FOUND : [],
      tag === undefined ? [] : tagged(viewer),
    ].flat();
    const listings = this.photos.manager
      .createQueryBuilder()
      .select('listing.photo_id', 'photo_id')
      .from('photo_listings', 'listing')
      .where(viewer === 'visitor' ? PUBLIC.listing('listing') : 'true')
      // Escapes the wildcards of `like`.
      .setParameters({
        galleryId,
        search,
        tag: tag && tidyTag(tag),
        pattern: `%${search?.replace(/[\\%_]/g, '\\$&')}%`,
      });
    // An array, which the planner takes for a short one: it starts from these photos, whatever order and page.
    if (found.length > 0) listings.andWhere(`listing.photo_id = any(array(${found.join(' intersect ')}))`);
    if (isForSale !== undefined) listings.andWhere('listing.is_for_sale = :isForSale', { isForSale });
    if (viewer === 'administrator') narrowForAdministrator(listings, filter);
    return listings;
  }

  /** Photos in all pages. */
  private async count(viewer: Viewer, filter: PhotoFilter): Promise<number> {
    const { gallery_id: galleryId, search, tag, for_sale, status, visibility, missing } = filter;
    if (galleryId !== undefined || search || tag !== undefined) {
      const [row] = await this.filtered(viewer, filter)
        .select('count(*)::int', 'total')
        .getRawMany<{ total: number }>();
      return row?.total ?? 0;
    }
    if (viewer === 'visitor') return this.countListed(for_sale);
    const ofAdministrator = {
      status,
      visibility,
      ...(filter.no_other_gallery && { is_in_gallery: false }),
      ...(missing && { [`lacks_${missing}`]: true }),
    };
    return countRows(this.photos.manager, 'photos', { is_for_sale: for_sale, ...ofAdministrator });
  }

  /** Listed photos, without those outside of their galleries' schedules. */
  private async countListed(isForSale: boolean | undefined): Promise<number> {
    const [row] = await this.photos.manager.query<{ total: number }[]>(
      `select ${countOf('photos', '$1')} - (
         select count(*)::int from photo_listings listing
         where listing.listed_during is not null and listing.is_listed and not ${PUBLIC.listing('listing')}
           and listing.is_for_sale = coalesce($2::boolean, listing.is_for_sale)) as total`,
      [JSON.stringify({ is_listed: true, is_for_sale: isForSale }), isForSale],
    );
    return row?.total ?? 0;
  }
}

/** Whether lists have the photo. */
const IS_LISTED = `exists (
  select 1 from photo_listings listing where listing.photo_id = photo.id and ${PUBLIC.listing('listing')})`;

const SHOWS_FACTS = `(select value = 'true' from settings where name = 'photo_facts')`;

/** Reads the photos of a query over `photo`, with what the viewer sees beside them. */
export async function readPhotos(
  viewer: Viewer,
  photos: SelectQueryBuilder<Photo>,
  granted: Granted = [],
): Promise<PhotoRecord[]> {
  const isGuestOnly = granted.length > 0 ? `not ${PUBLIC.photo('photo')}` : 'false';
  return (await readRows(viewer, photos.addSelect(isGuestOnly, 'is_guest_only'))).map(([photo, raw]) =>
    toRecord(photo, raw),
  );
}

async function readRows<R extends RawColumns>(
  viewer: Viewer,
  photos: SelectQueryBuilder<Photo>,
): Promise<[Photo, R][]> {
  const { entities, raw } = await photos
    // Visitors get addresses without tickets. Their cookie opens images of private galleries.
    .addSelect(viewer === 'visitor' ? 'true' : PUBLIC.photo('photo'), 'is_public')
    .addSelect(galleriesOf(viewer), 'galleries')
    .addSelect(approvedComments('photo'), 'comment_count')
    .addSelect(viewer === 'visitor' ? SHOWS_FACTS : 'true', 'shows_facts')
    .addSelect(viewer === 'visitor' ? SHOWS_TAGS : 'true', 'shows_tags')
    .getRawAndEntities<R>();
  return entities.map((photo, index) => [photo, raw[index] as R]);
}

function narrowForAdministrator(listings: SelectQueryBuilder<ObjectLiteral>, filter: PhotoFilter): void {
  const { status, visibility, missing, no_other_gallery: hasNoOther, gallery_id: galleryId } = filter;
  if (status !== undefined) listings.andWhere('listing.status = :status', { status });
  if (visibility !== undefined) listings.andWhere('listing.visibility = :visibility', { visibility });
  if (missing) listings.andWhere(`listing.lacks_${missing}`);
  if (!hasNoOther) return;
  listings.andWhere(
    galleryId === undefined
      ? 'not listing.is_in_gallery'
      : `not exists (select 1 from gallery_photos other
          where other.photo_id = listing.photo_id and other.gallery_id <> :galleryId)`,
  );
}

const toRecord = (photo: Photo, raw: RawColumns): PhotoRecord => ({
  photo,
  isPublic: raw.is_public,
  isListed: raw.is_listed !== false,
  isGuestOnly: raw.is_guest_only === true,
  galleries: raw.galleries,
  commentCount: raw.comment_count,
  showsFacts: raw.shows_facts === true,
  showsTags: raw.shows_tags === true,
});
