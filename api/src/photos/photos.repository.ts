import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PhotoQuery, PhotoSort } from '@portfolio/contracts';
import { approvedComments, GalleryPhoto, Photo, PUBLIC, type Viewer } from '@portfolio/database';
import { type EntityManager, Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageWindow, SortedWindow, SortValues } from '../http/cursor.ts';
import { orderPhotos, sortValuesOf } from './photo-sorts.ts';
import type { PhotoRecord } from './photo.view.ts';

type PhotoFilter = Omit<PhotoQuery, 'limit' | 'cursor' | 'embed' | 'sort'>;

const galleriesSeenBy = (viewer: Viewer) => `(
  select coalesce(json_agg(json_build_object('id', gallery.id, 'title', gallery.title, 'slug', gallery.slug) order by gallery.id), '[]')
  from gallery_photos place join galleries gallery on gallery.id = place.gallery_id
  where place.photo_id = photo.id ${viewer === 'visitor' ? `and ${PUBLIC.place('photo', 'gallery')}` : ''})`;

/** A photo at its place in a gallery. */
export interface PlacedPhoto extends PhotoRecord {
  position: number;
}

/** A photo of a sorted list. */
export interface SortedPhoto extends PhotoRecord {
  sortValues: SortValues;
}

interface RawColumns {
  is_public: boolean;
  galleries: PhotoRecord['galleries'];
  comment_count: number;
}

@Injectable()
export class PhotosRepository {
  constructor(@InjectRepository(Photo) private readonly photos: Repository<Photo>) {}

  /** As visitors see it, newest first. One row more than the page is read, which tells whether there is another page. */
  async listPublic(filter: PhotoFilter, { after, limit }: PageWindow) {
    const photos = this.filtered('visitor', filter)
      .orderBy('photo.id', 'DESC')
      .limit(limit + 1);
    if (after !== undefined) photos.andWhere('photo.id < :after', { after });
    const [total, records] = await Promise.all([
      this.filtered('visitor', filter).getCount(),
      this.records('visitor', photos),
    ]);
    return { total, records };
  }

  /** As the administrator sees it, in one of its orders; one row more than the page is read. */
  async listSorted(sort: PhotoSort, filter: PhotoFilter, { after, limit }: SortedWindow) {
    const photos = this.filtered('administrator', filter).limit(limit + 1);
    orderPhotos(photos, sort, after);
    const [total, rows] = await Promise.all([
      this.filtered('administrator', filter).getCount(),
      this.rows<RawColumns>('administrator', photos),
    ]);
    const records = rows.map(([photo, raw]): SortedPhoto => ({
      ...toRecord(photo, raw),
      sortValues: sortValuesOf(sort, raw),
    }));
    return { total, records };
  }

  async find(viewer: Viewer, id: number, manager = this.photos.manager): Promise<PhotoRecord | undefined> {
    const photo = manager
      .createQueryBuilder(Photo, 'photo')
      .where(viewer === 'visitor' ? PUBLIC.photo('photo') : 'true')
      .andWhere('photo.id = :id', { id });
    return (await this.records(viewer, photo))[0];
  }

  /** Those of them that are listed for the viewer, in no order. */
  some(viewer: Viewer, ids: number[]): Promise<PhotoRecord[]> {
    return this.records(viewer, this.listedFor(viewer).andWhere('photo.id = any(:ids)', { ids }));
  }

  /** The latest photo of each of the files that there are, by the hashes of their contents, as the administrator sees it. */
  ofContents(contentHashes: string[]): Promise<PhotoRecord[]> {
    const latest = 'select max(id) from photos where content_hash = any(:contentHashes) group by content_hash';
    return this.records(
      'administrator',
      this.listedFor('administrator').andWhere(`photo.id in (${latest})`, { contentHashes }),
    );
  }

  /** By where its original is kept, as the administrator sees it, and as a transaction does that is not over. */
  async findByOriginal(originalKey: string, transaction: EntityManager): Promise<PhotoRecord | undefined> {
    const photos = transaction
      .createQueryBuilder(Photo, 'photo')
      .where('photo.original_key = :originalKey', { originalKey });
    const [record] = await this.records('administrator', photos);
    return record;
  }

  /** The latest, whatever their status. */
  latest(limit: number): Promise<PhotoRecord[]> {
    return this.records('administrator', this.listedFor('administrator').orderBy('photo.id', 'DESC').limit(limit));
  }

  /** In the gallery's order; one row more than the page is read. */
  async ofGallery(viewer: Viewer, galleryId: number, { after, limit }: PageWindow): Promise<PlacedPhoto[]> {
    const inOrder = this.listedFor(viewer)
      .innerJoin(GalleryPhoto, 'place', 'place.photo_id = photo.id and place.gallery_id = :galleryId', { galleryId })
      .addSelect('place.position', 'place_position')
      .orderBy('place.position')
      .limit(limit + 1);
    if (after !== undefined) inOrder.andWhere('place.position > :after', { after });
    const rows = await this.rows<RawColumns & { place_position: number }>(viewer, inOrder);
    return rows.map(([photo, raw]) => ({ ...toRecord(photo, raw), position: raw.place_position }));
  }

  private listedFor(viewer: Viewer): SelectQueryBuilder<Photo> {
    return this.photos.createQueryBuilder('photo').where(viewer === 'visitor' ? PUBLIC.listedPhoto('photo') : 'true');
  }

  private filtered(viewer: Viewer, filter: PhotoFilter): SelectQueryBuilder<Photo> {
    const photos = this.listedFor(viewer);
    const { gallery_id: galleryId, search, for_sale: isForSale } = filter;
    if (isForSale !== undefined) photos.andWhere('photo.is_for_sale = :isForSale', { isForSale });
    if (viewer === 'administrator') narrowForAdministrator(photos, filter);
    if (search) {
      // A backslash, percent sign or underscore that is searched for is that sign, and not a wildcard.
      const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
      photos.andWhere('(photo.title ilike :pattern or photo.description ilike :pattern)', { pattern });
    }
    if (galleryId !== undefined) {
      const seen = viewer === 'visitor' ? `and ${PUBLIC.gallery('gallery')}` : '';
      photos.andWhere(
        `exists (select 1 from gallery_photos place join galleries gallery on gallery.id = place.gallery_id
          where place.photo_id = photo.id and gallery.id = :galleryId ${seen})`,
        { galleryId },
      );
    }
    return photos;
  }

  private async records(viewer: Viewer, photos: SelectQueryBuilder<Photo>): Promise<PhotoRecord[]> {
    return (await this.rows(viewer, photos)).map(([photo, raw]) => toRecord(photo, raw));
  }

  private async rows<R extends RawColumns>(viewer: Viewer, photos: SelectQueryBuilder<Photo>): Promise<[Photo, R][]> {
    const { entities, raw } = await photos
      // Visitors see none that is not, so the rule is not asked twice of each.
      .addSelect(viewer === 'visitor' ? 'true' : PUBLIC.photo('photo'), 'is_public')
      .addSelect(galleriesSeenBy(viewer), 'galleries')
      .addSelect(approvedComments('photo'), 'comment_count')
      .getRawAndEntities<R>();
    return entities.map((photo, index) => [photo, raw[index] as R]);
  }
}

function narrowForAdministrator(photos: SelectQueryBuilder<Photo>, filter: PhotoFilter): void {
  const { status, visibility, no_other_gallery: hasNoOther, gallery_id: galleryId = null } = filter;
  if (status !== undefined) photos.andWhere('photo.status = :status', { status });
  if (visibility !== undefined) photos.andWhere('photo.visibility = :visibility', { visibility });
  if (hasNoOther) {
    photos.andWhere(
      `not exists (select 1 from gallery_photos other
        where other.photo_id = photo.id and other.gallery_id is distinct from :only)`,
      { only: galleryId },
    );
  }
}

const toRecord = (photo: Photo, { is_public, galleries, comment_count }: RawColumns): PhotoRecord => {
  return { photo, isPublic: is_public, galleries, commentCount: comment_count };
};
