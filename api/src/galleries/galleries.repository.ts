import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { GalleryQuery } from '@portfolio/contracts';
import { Gallery, Photo, PUBLIC, type Viewer } from '@portfolio/database';
import { type EntityManager, In, Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageWindow } from '../http/cursor.ts';
import type { GalleryRecord } from './gallery.view.ts';

export type NewGallery = Pick<Gallery, 'title' | 'slug' | 'description' | 'isActive'>;

/** Why a gallery could not be saved. */
export type SaveFault = 'slug-taken' | 'unknown-photo';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

@Injectable()
export class GalleriesRepository {
  constructor(@InjectRepository(Gallery) private readonly galleries: Repository<Gallery>) {}

  /** Newest first; one row more than the page is read. */
  async list(viewer: Viewer, status: GalleryQuery['status'], { after, limit }: PageWindow) {
    const page = this.seenBy(viewer, status)
      .orderBy('gallery.id', 'DESC')
      .limit(limit + 1);
    if (after !== undefined) page.andWhere('gallery.id < :after', { after });
    const [total, galleries] = await Promise.all([this.seenBy(viewer, status).getCount(), page.getMany()]);
    return { total, records: await this.records(viewer, galleries) };
  }

  async findBySlug(viewer: Viewer, slug: string): Promise<GalleryRecord | undefined> {
    const gallery = await this.seenBy(viewer).andWhere('gallery.slug = :slug', { slug }).getOne();
    return gallery ? (await this.records(viewer, [gallery]))[0] : undefined;
  }

  /** Adds the gallery and its photos in their order, all or nothing. */
  async insert(gallery: NewGallery, photoIds: number[]): Promise<Gallery | SaveFault> {
    try {
      return await this.galleries.manager.transaction(async (transaction) => {
        const saved = await transaction.getRepository(Gallery).save({ ...gallery });
        await this.replaceOrder(transaction, saved.id, photoIds);
        return saved;
      });
    } catch (error) {
      const fault = faultOf(error);
      if (fault) return fault;
      throw error;
    }
  }

  private async replaceOrder(transaction: EntityManager, galleryId: number, photoIds: number[]): Promise<void> {
    await transaction.query('delete from gallery_photos where gallery_id = $1', [galleryId]);
    await transaction.query(
      `insert into gallery_photos (gallery_id, photo_id, position)
       select $1, photo_id, place - 1 from unnest($2::int[]) with ordinality as chosen (photo_id, place)`,
      [galleryId, photoIds],
    );
  }

  private seenBy(viewer: Viewer, status: GalleryQuery['status'] = 'all'): SelectQueryBuilder<Gallery> {
    const galleries = this.galleries.createQueryBuilder('gallery');
    if (viewer === 'visitor') return galleries.where(PUBLIC.gallery('gallery'));
    if (status === 'all') return galleries.where('true');
    return galleries.where('gallery.is_active = :isActive', { isActive: status === 'active' });
  }

  /** Adds the counts and covers of all given galleries, in two queries however many there are. */
  private async records(viewer: Viewer, galleries: Gallery[]): Promise<GalleryRecord[]> {
    const seen = viewer === 'visitor' ? PUBLIC.photo('photo') : 'true';
    const summaries = await this.galleries.query<
      { gallery_id: number; photos: number; cover: number; is_public: boolean }[]
    >(
      `select distinct on (place.gallery_id) place.gallery_id, photo.id as cover, ${PUBLIC.photo('photo')} as is_public,
         count(*) over (partition by place.gallery_id)::int as photos
       from gallery_photos place join photos photo on photo.id = place.photo_id
       where place.gallery_id = any($1) and ${seen}
       order by place.gallery_id, place.position`,
      [galleries.map(({ id }) => id)],
    );
    const covers = await this.galleries.manager.findBy(Photo, { id: In(summaries.map(({ cover }) => cover)) });
    return galleries.map((gallery) => {
      const summary = summaries.find(({ gallery_id: galleryId }) => galleryId === gallery.id);
      const photo = covers.find(({ id }) => id === summary?.cover);
      return {
        gallery,
        photoCount: summary?.photos ?? 0,
        cover: photo && summary && { photo, isPublic: summary.is_public },
      };
    });
  }
}

function faultOf(error: unknown): SaveFault | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === UNIQUE_VIOLATION) return 'slug-taken';
  if (code === FOREIGN_KEY_VIOLATION) return 'unknown-photo';
  return undefined;
}
