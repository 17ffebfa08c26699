import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { GalleryQuery } from '@portfolio/contracts';
import { Gallery, Photo, PUBLIC, type Viewer, withoutPublishing } from '@portfolio/database';
import { type EntityManager, In, Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageWindow } from '../http/cursor.ts';
import { type Precondition, tagOf } from '../http/versions.ts';
import { holdPhotos, photosBeside, replaceOrder, reorder } from './gallery-order.ts';
import type { GalleryRecord } from './gallery.view.ts';

export type GalleryDetails = Pick<Gallery, 'title' | 'slug' | 'description' | 'isActive'>;

/** Why a gallery could not be saved. */
export type SaveFault = 'unknown-gallery' | 'outdated' | 'slug-taken' | 'unknown-photo';

/** All of a gallery that can be saved; its version is the tag of this. */
export interface GalleryState extends GalleryDetails {
  id: number;
  /** In the gallery's order. */
  photoIds: number[];
}

/** Where a photo stands among the photos of a gallery that the viewer may see, in the gallery's order. */
export interface GalleryPosition {
  /** Counted from 1. */
  place: number;
  total: number;
  previousId: number | null;
  nextId: number | null;
}

/** The photos of a gallery from now on. */
export interface PhotoOrder {
  ids: number[];
  /** With it, photos that are in neither list stay, and come last. */
  before?: number[] | undefined;
  /** Photos that are taken out keep their visibility. */
  publishRemoved?: boolean | undefined;
}

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

  async find(viewer: Viewer, id: number): Promise<GalleryRecord | undefined> {
    const gallery = await this.seenBy(viewer).andWhere('gallery.id = :id', { id }).getOne();
    return gallery ? (await this.records(viewer, [gallery]))[0] : undefined;
  }

  /** All that can be saved of a gallery, as it is at one moment. */
  async findState(
    by: { id: number } | { slug: string },
    manager: EntityManager = this.galleries.manager,
  ): Promise<GalleryState | undefined> {
    const [state] = await manager.query<GalleryState[]>(
      `select id, title, slug, description, is_active as "isActive",
         array(select photo_id from gallery_photos where gallery_id = gallery.id order by position) as "photoIds"
       from galleries gallery where ${'id' in by ? 'id' : 'slug'} = $1`,
      Object.values(by),
    );
    return state;
  }

  /**
   * The gallery, and where the photo stands in it, as they are at one moment and in one query however many photos there
   * are.
   *
   * @returns without a standing where the viewer sees no such photo in it; undefined where there is no such gallery
   */
  async findStanding(viewer: Viewer, slug: string, photoId: number) {
    const { seen, isShown } = conditionsFor(viewer);
    const [row] = await this.galleries.query<
      (Pick<Gallery, 'id' | 'title' | 'slug'> & { standing: GalleryPosition | null })[]
    >(
      `select gallery.id, gallery.title, gallery.slug, standing.standing
       from galleries gallery
       left join lateral (
         select json_build_object('place', place, 'total', total, 'previousId', previous, 'nextId', next) as standing
         from (
           select photo.id, row_number() over in_order as place, count(*) over () as total,
             lag(photo.id) over in_order as previous, lead(photo.id) over in_order as next
           from ${PLACES} and ${seen}
           window in_order as (order by place.position)) standings
         where standings.id = $2) standing on true
       where gallery.slug = $1 and ${isShown}`,
      [slug, photoId],
    );
    if (!row) return undefined;
    const { standing, ...gallery } = row;
    return { gallery, standing };
  }

  /** Adds the gallery and its photos in their order, all or nothing. @returns its id */
  insert(gallery: GalleryDetails, photoIds: number[]): Promise<number | SaveFault> {
    return this.saving(async (transaction) => {
      const held = await holdPhotos(transaction, photoIds);
      if (held.size < photoIds.length) return 'unknown-photo';
      const { id } = await transaction.getRepository(Gallery).save({ ...gallery });
      await replaceOrder(transaction, id, photoIds);
      return id;
    });
  }

  /**
   * Saves what is given of the gallery, and where photos are given their order, all or nothing. No photo becomes visible
   * because it is taken out, unless that is wanted.
   */
  update(
    id: number,
    gallery: Partial<GalleryDetails>,
    photos: PhotoOrder | undefined,
    precondition?: Precondition,
  ): Promise<SaveFault | undefined> {
    return this.saving(async (transaction) => {
      const fault = await this.lock(transaction, id, precondition);
      if (fault) return fault;
      if (photos) {
        const { ids, before, publishRemoved } = photos;
        const joined = before ? await photosBeside(transaction, id, [...ids, ...before]) : [];
        const held = await holdPhotos(transaction, [...ids, ...joined]);
        if (!ids.every((photoId) => held.has(photoId))) return 'unknown-photo';
        const order = [...ids, ...joined.filter((photoId) => held.has(photoId))];
        const removed = publishRemoved ? [] : await photosBeside(transaction, id, order);
        await withoutPublishing(transaction, removed, () => replaceOrder(transaction, id, order));
      }
      await transaction.getRepository(Gallery).save({ id, ...gallery });
      return undefined;
    });
  }

  /** Puts some of the gallery's photos in order; all others keep their places. */
  order(id: number, photoIds: number[], precondition?: Precondition): Promise<SaveFault | undefined> {
    return this.galleries.manager.transaction(async (transaction) => {
      const fault = await this.lock(transaction, id, precondition);
      if (!fault) await reorder(transaction, id, photoIds);
      return fault;
    });
  }

  /** Removes the gallery; its photos stay, and none becomes visible unless `publish`. @returns whether there was one */
  remove(id: number, publish: boolean): Promise<boolean> {
    return this.galleries.manager.transaction(async (transaction) => {
      if (await this.lock(transaction, id)) return false;
      const photos = publish ? [] : await photosBeside(transaction, id, []);
      await withoutPublishing(transaction, photos, () => transaction.delete(Gallery, { id }));
      return true;
    });
  }

  /** Whoever else changes what is in this gallery waits, so that two lists never mix, and of two versions one is saved. */
  private async lock(
    transaction: EntityManager,
    id: number,
    precondition?: Precondition,
  ): Promise<SaveFault | undefined> {
    const found = await transaction.query<unknown[]>('select 1 from galleries where id = $1 for update', [id]);
    if (found.length === 0) return 'unknown-gallery';
    // Another statement, which sees what the wait was for.
    const isOutdated = precondition?.(tagOf(await this.findState({ id }, transaction))) === false;
    return isOutdated ? 'outdated' : undefined;
  }

  private async saving<T>(action: (transaction: EntityManager) => Promise<T>): Promise<T | 'slug-taken'> {
    try {
      return await this.galleries.manager.transaction(action);
    } catch (error) {
      const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
      if (constraint === 'galleries_slug_unique') return 'slug-taken';
      throw error;
    }
  }

  private seenBy(viewer: Viewer, status: GalleryQuery['status'] = 'all'): SelectQueryBuilder<Gallery> {
    const galleries = this.galleries.createQueryBuilder('gallery');
    if (viewer === 'visitor') return galleries.where(PUBLIC.gallery('gallery'));
    if (status === 'all') return galleries.where('true');
    return galleries.where('gallery.is_active = :isActive', { isActive: status === 'active' });
  }

  /** Adds the counts and covers of all given galleries, in two queries however many there are. */
  private async records(viewer: Viewer, galleries: Gallery[]): Promise<GalleryRecord[]> {
    const { seen, isShown } = conditionsFor(viewer);
    const isVisitor = viewer === 'visitor';
    // Visitors see none that is not, so they are not asked twice.
    const isPublic = isVisitor ? 'true' : PUBLIC.photo('photo');
    const photos = `${PLACES} and ${seen}`;
    // Each place has a photo, and the administrator sees them all: counting places alone takes half the time.
    const counted = isVisitor ? photos : 'gallery_photos place where place.gallery_id = gallery.id';
    const summaries = await this.galleries.query<
      { gallery_id: number; photos: number; cover: number | null; is_public: boolean }[]
    >(
      `select gallery.id as gallery_id, counted.photos, cover.id as cover, cover.is_public
       from galleries gallery
       cross join lateral (select count(*)::int as photos from ${counted}) counted
       left join lateral (
         select photo.id, ${isPublic} as is_public from ${photos} order by place.position limit 1) cover on true
       where gallery.id = any($1) and ${isShown}`,
      [galleries.map(({ id }) => id)],
    );
    const covers = await this.galleries.manager.findBy(Photo, {
      id: In(summaries.flatMap(({ cover }) => cover ?? [])),
    });
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

/** The photos at the places of a gallery, all of them, as SQL within a query over `gallery`. */
const PLACES = `gallery_photos place join photos photo on photo.id = place.photo_id
  where place.gallery_id = gallery.id`;

/** Which photos of a gallery are listed for the viewer, and which galleries. */
const conditionsFor = (viewer: Viewer) =>
  viewer === 'visitor'
    ? { seen: PUBLIC.listedPhotoInPublicGallery('photo'), isShown: PUBLIC.gallery('gallery') }
    : { seen: 'true', isShown: 'true' };
