import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PhotoQuery } from '@portfolio/contracts';
import { approvedComments, GalleryPhoto, Photo, PUBLIC, type Viewer } from '@portfolio/database';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageWindow } from '../http/cursor.ts';
import type { PhotoRecord } from './photo.view.ts';

export type NewPhoto = Pick<
  Photo,
  | 'title'
  | 'description'
  | 'altText'
  | 'isForSale'
  | 'sellingPrice'
  | 'originalKey'
  | 'originalBytes'
  | 'contentHash'
  | 'width'
  | 'height'
>;

type PhotoFilter = Omit<PhotoQuery, 'limit' | 'cursor'>;

const galleriesSeenBy = (viewer: Viewer) => `(
  select coalesce(json_agg(json_build_object('id', gallery.id, 'title', gallery.title, 'slug', gallery.slug) order by gallery.id), '[]')
  from gallery_photos place join galleries gallery on gallery.id = place.gallery_id
  where place.photo_id = photo.id ${viewer === 'visitor' ? `and ${PUBLIC.gallery('gallery')}` : ''})`;

interface RawColumns {
  is_public: boolean;
  galleries: PhotoRecord['galleries'];
  comment_count: number;
}

@Injectable()
export class PhotosRepository {
  constructor(@InjectRepository(Photo) private readonly photos: Repository<Photo>) {}

  /** Newest first. One row more than the page is read, which tells whether there is another page. */
  async list(viewer: Viewer, filter: PhotoFilter, { after, limit }: PageWindow) {
    const [total, records] = await Promise.all([
      this.filtered(viewer, filter).getCount(),
      this.records(
        viewer,
        this.filtered(viewer, filter, after)
          .orderBy('photo.id', 'DESC')
          .limit(limit + 1),
      ),
    ]);
    return { total, records };
  }

  async find(viewer: Viewer, id: number): Promise<PhotoRecord | undefined> {
    const [record] = await this.records(viewer, this.seenBy(viewer).andWhere('photo.id = :id', { id }));
    return record;
  }

  /** In the gallery's order. */
  ofGallery(viewer: Viewer, galleryId: number): Promise<PhotoRecord[]> {
    const inOrder = this.seenBy(viewer)
      .innerJoin(GalleryPhoto, 'place', 'place.photo_id = photo.id and place.gallery_id = :galleryId', { galleryId })
      .orderBy('place.position');
    return this.records(viewer, inOrder);
  }

  /**
   * Adds the row, and where a gallery is given its place at the gallery's end, both or neither.
   *
   * @returns the new row's id; undefined when there is no such gallery
   */
  insert(photo: NewPhoto, galleryId: number | undefined): Promise<number | undefined> {
    return this.photos.manager.transaction(async (transaction) => {
      if (galleryId !== undefined) {
        // Two uploads into one gallery wait for each other, so that each gets a place of its own.
        const found = await transaction.query('select 1 from galleries where id = $1 for update', [galleryId]);
        if (found.length === 0) return undefined;
      }
      const { id } = await transaction.getRepository(Photo).save({ ...photo });
      if (galleryId !== undefined) {
        await transaction.query(
          `insert into gallery_photos (gallery_id, photo_id, position)
           select $1, $2, coalesce(max(position) + 1, 0) from gallery_photos where gallery_id = $1`,
          [galleryId, id],
        );
      }
      return id;
    });
  }

  /** @returns whether the photo had failed, and so is to be rendered again */
  async resetFailed(id: number): Promise<boolean> {
    const { affected } = await this.photos.update(
      { id, status: 'failed' },
      { status: 'processing', failure: null, unfinishedRenders: 0, updatedAt: () => 'now()' },
    );
    return affected === 1;
  }

  /** @returns where the removed photo's original is kept; undefined when there was no such photo */
  async remove(id: number): Promise<string | undefined> {
    const { raw } = await this.photos.createQueryBuilder().delete().where({ id }).returning('original_key').execute();
    return (raw as { original_key: string }[])[0]?.original_key;
  }

  private seenBy(viewer: Viewer): SelectQueryBuilder<Photo> {
    return this.photos.createQueryBuilder('photo').where(viewer === 'visitor' ? PUBLIC.photo('photo') : 'true');
  }

  private filtered(viewer: Viewer, filter: PhotoFilter, after?: number): SelectQueryBuilder<Photo> {
    const photos = this.seenBy(viewer);
    const { gallery_id: galleryId, search, for_sale: isForSale, status } = filter;
    if (after !== undefined) photos.andWhere('photo.id < :after', { after });
    if (isForSale !== undefined) photos.andWhere('photo.is_for_sale = :isForSale', { isForSale });
    if (status !== undefined && viewer === 'administrator') photos.andWhere('photo.status = :status', { status });
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
    const { entities, raw } = await photos
      .addSelect(PUBLIC.photo('photo'), 'is_public')
      .addSelect(galleriesSeenBy(viewer), 'galleries')
      .addSelect(approvedComments('photo'), 'comment_count')
      .getRawAndEntities<RawColumns>();
    return entities.map((photo, index) => {
      const { is_public: isPublic, galleries, comment_count: commentCount } = raw[index] as RawColumns;
      return { photo, isPublic, galleries, commentCount };
    });
  }
}
