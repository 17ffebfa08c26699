import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PhotoQuery, PhotoSort } from '@portfolio/contracts';
import { approvedComments, GalleryPhoto, Photo, PUBLIC, type Viewer } from '@portfolio/database';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageWindow, SortedWindow, SortValues } from '../http/cursor.ts';
import { orderPhotos, sortValuesOf } from './photo-sorts.ts';
import type { PhotoRecord } from './photo.view.ts';

type PhotoFilter = Omit<PhotoQuery, 'limit' | 'cursor' | 'embed' | 'sort'>;

const galleriesOf = (viewer: Viewer) => `(
  select coalesce(json_agg(json_build_object('id', gallery.id, 'title', gallery.title, 'slug', gallery.slug) order by gallery.id), '[]')
  from gallery_photos entry join galleries gallery on gallery.id = entry.gallery_id
  where entry.photo_id = photo.id ${viewer === 'visitor' ? `and ${PUBLIC.galleryOfPhoto('photo', 'gallery')}` : ''})`;

/** A photo with its position in a gallery. */
export interface PositionedPhoto extends PhotoRecord {
  position: number;
}

/** A photo with its values of the sort keys. */
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

  /** Photos that visitors see, newest first, and one row more than the page. */
  async listPublic(filter: PhotoFilter, { after, limit }: PageWindow) {
    const photos = this.filtered('visitor', filter)
      .orderBy('photo.id', 'DESC')
      .limit(limit + 1);
    if (after !== undefined) photos.andWhere('photo.id < :after', { after });
    const [total, records] = await Promise.all([
      this.filtered('visitor', filter).getCount(),
      readPhotos('visitor', photos),
    ]);
    return { total, records };
  }

  /** All photos in the given order, and one row more than the page. */
  async listSorted(sort: PhotoSort, filter: PhotoFilter, { after, limit }: SortedWindow) {
    const photos = this.filtered('administrator', filter).limit(limit + 1);
    orderPhotos(photos, sort, after);
    const [total, rows] = await Promise.all([
      this.filtered('administrator', filter).getCount(),
      readRows<RawColumns>('administrator', photos),
    ]);
    const records = rows.map(([photo, raw]): SortedPhoto => ({
      ...toRecord(photo, raw),
      sortValues: sortValuesOf(sort, raw),
    }));
    return { total, records };
  }

  async find(viewer: Viewer, id: number): Promise<PhotoRecord | undefined> {
    const photo = this.photos
      .createQueryBuilder('photo')
      .where(viewer === 'visitor' ? PUBLIC.photo('photo') : 'true')
      .andWhere('photo.id = :id', { id });
    return (await readPhotos(viewer, photo))[0];
  }

  /** Photos with these ids that are listed for the viewer, in no order. */
  listByIds(viewer: Viewer, ids: number[]): Promise<PhotoRecord[]> {
    return readPhotos(viewer, this.listedFor(viewer).andWhere('photo.id = any(:ids)', { ids }));
  }

  /** The latest photo of each file, by SHA-256. */
  listByContents(contentHashes: string[]): Promise<PhotoRecord[]> {
    const latest = 'select max(id) from photos where content_hash = any(:contentHashes) group by content_hash';
    return readPhotos(
      'administrator',
      this.listedFor('administrator').andWhere(`photo.id in (${latest})`, { contentHashes }),
    );
  }

  /** The newest photos of any status. */
  latest(limit: number): Promise<PhotoRecord[]> {
    return readPhotos('administrator', this.listedFor('administrator').orderBy('photo.id', 'DESC').limit(limit));
  }

  /** Photos of the gallery in its order, and one row more than the page. */
  async listByGallery(viewer: Viewer, galleryId: number, { after, limit }: PageWindow): Promise<PositionedPhoto[]> {
    const inOrder = this.listedFor(viewer)
      .innerJoin(GalleryPhoto, 'entry', 'entry.photo_id = photo.id and entry.gallery_id = :galleryId', { galleryId })
      .addSelect('entry.position', 'entry_position')
      .orderBy('entry.position')
      .limit(limit + 1);
    if (after !== undefined) inOrder.andWhere('entry.position > :after', { after });
    const rows = await readRows<RawColumns & { entry_position: number }>(viewer, inOrder);
    return rows.map(([photo, raw]) => ({ ...toRecord(photo, raw), position: raw.entry_position }));
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
      // Escapes the wildcards of `like`.
      const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
      photos.andWhere('(photo.title ilike :pattern or photo.description ilike :pattern)', { pattern });
    }
    if (galleryId !== undefined) {
      const visible = viewer === 'visitor' ? `and ${PUBLIC.gallery('gallery')}` : '';
      photos.andWhere(
        `exists (select 1 from gallery_photos entry join galleries gallery on gallery.id = entry.gallery_id
          where entry.photo_id = photo.id and gallery.id = :galleryId ${visible})`,
        { galleryId },
      );
    }
    return photos;
  }
}

/** Reads the photos of a query over `photo`, with what the viewer sees beside them. */
export async function readPhotos(viewer: Viewer, photos: SelectQueryBuilder<Photo>): Promise<PhotoRecord[]> {
  return (await readRows(viewer, photos)).map(([photo, raw]) => toRecord(photo, raw));
}

async function readRows<R extends RawColumns>(
  viewer: Viewer,
  photos: SelectQueryBuilder<Photo>,
): Promise<[Photo, R][]> {
  const { entities, raw } = await photos
    // All photos that visitors see are public.
    .addSelect(viewer === 'visitor' ? 'true' : PUBLIC.photo('photo'), 'is_public')
    .addSelect(galleriesOf(viewer), 'galleries')
    .addSelect(approvedComments('photo'), 'comment_count')
    .getRawAndEntities<R>();
  return entities.map((photo, index) => [photo, raw[index] as R]);
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
