import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { GalleryQuery, InterludeView } from '@portfolio/contracts';
import {
  chooseCover,
  exclusiveTransaction,
  Gallery,
  type Granted,
  isInSchedule,
  lockGalleries,
  lockPhotos,
  otherPhotos,
  Photo,
  PUBLIC,
  reorder,
  reorderGalleries,
  replaceOrder,
  trashGallery,
  type Viewer,
  withoutPublishing,
} from '@portfolio/database';
import { type EntityManager, In, Repository, type SelectQueryBuilder } from 'typeorm';
import { AppError } from '../http/app-error.ts';
import { type ConstraintErrors, withConstraintErrors } from '../http/constraint-errors.ts';
import type { SortedPageRange } from '../http/cursor.ts';
import { type Precondition, entityTagOf } from '../http/versions.ts';
import type { GalleryRecord } from './gallery.view.ts';
import type { GalleryDetails, GalleryPosition, GalleryState, PhotoOrder } from './gallery-state.ts';
import { listInterludes, readInterludesForOrder, placeInterludes } from './interludes.ts';
import { conditionsFor, ENTRIES_OF_GALLERY } from './visible-photos.ts';

const CONSTRAINT_ERRORS: ConstraintErrors = {
  galleries_slug_unique: ['slug', 'gallery.slug-taken'],
  galleries_private_password: ['password', 'gallery.password-required'],
  galleries_schedule_order: ['unpublish_at', 'schedule.order'],
};

const unknownPhoto = () => AppError.at('photo_ids', 'gallery.unknown-photo');

@Injectable()
export class GalleriesRepository {
  constructor(@InjectRepository(Gallery) private readonly galleries: Repository<Gallery>) {}

  /** In the artist's order, new ones first, and one row more than the page. */
  async list(viewer: Viewer, status: GalleryQuery['status'], { after, limit }: SortedPageRange) {
    const page = this.visibleTo(viewer, status)
      .orderBy({ 'gallery.position': 'ASC', 'gallery.id': 'ASC' })
      .limit(limit + 1);
    if (after)
      page.andWhere('(gallery.position, gallery.id) > (:position::bigint, :id::bigint)', {
        position: after[0],
        id: after[1],
      });
    const [total, galleries] = await Promise.all([this.visibleTo(viewer, status).getCount(), page.getMany()]);
    return { total, records: await this.records(viewer, galleries) };
  }

  async findBySlug(viewer: Viewer, slug: string, granted?: Granted): Promise<GalleryRecord | undefined> {
    const { isOpen } = conditionsFor(viewer, granted);
    const gallery = await this.galleries.createQueryBuilder('gallery').where(isOpen).andWhere({ slug }).getOne();
    return gallery ? (await this.records(viewer, [gallery], granted))[0] : undefined;
  }

  /** Whether visitors saw the gallery until it went to the trash. */
  isGone(slug: string): Promise<boolean> {
    const trashed = this.galleries.createQueryBuilder('gallery').withDeleted().where('gallery.slug = :slug', { slug });
    return trashed
      .andWhere(
        `gallery.deleted_at is not null and gallery.visibility in ('public', 'unlisted')
         and ${isInSchedule('gallery', 'gallery.deleted_at')}`,
      )
      .getExists();
  }

  async find(viewer: Viewer, id: number): Promise<GalleryRecord | undefined> {
    const gallery = await this.visibleTo(viewer).andWhere('gallery.id = :id', { id }).getOne();
    return gallery ? (await this.records(viewer, [gallery]))[0] : undefined;
  }

  /**
   * Id of the gallery with photos after this one, cyclically.
   *
   * @returns null where there is no other one; undefined where the viewer's list lacks the gallery
   */
  async findNextId(viewer: Viewer, slug: string): Promise<number | null | undefined> {
    const { visible, isShown } = conditionsFor(viewer);
    const [row] = await this.galleries.query<{ next: number | null }[]>(
      `select (
         select gallery.id from galleries gallery
         where gallery.id <> here.id and ${isShown} and exists (select 1 from ${ENTRIES_OF_GALLERY} and ${visible})
         order by (gallery.position, gallery.id) > (here.position, here.id) desc, gallery.position, gallery.id limit 1) as next
       from (select gallery.id, gallery.position from galleries gallery where gallery.slug = $1 and ${isShown}) here`,
      [slug],
    );
    return row?.next;
  }

  /** Reads all in one query, so that it is consistent. */
  async findState(
    by: { id: number } | { slug: string },
    manager: EntityManager = this.galleries.manager,
  ): Promise<GalleryState | undefined> {
    const [state] = await manager.query<GalleryState[]>(
      `select id, title, slug, description, visibility, password_hash as "passwordHash",
         publish_at as "publishAt", unpublish_at as "unpublishAt", layout, opening, interludes,
         array(select photo_id from gallery_photos where gallery_id = gallery.id order by position) as "photoIds",
         (select photo_id from gallery_photos where gallery_id = gallery.id and is_cover) as "coverId"
       from galleries gallery where ${'id' in by ? 'id' : 'slug'} = $1 and deleted_at is null`,
      Object.values(by),
    );
    return state;
  }

  /**
   * Reads a gallery and the position of a photo in one query.
   *
   * @returns a null position where the viewer sees no such photo in it; undefined where the gallery does not exist
   */
  async findPosition(viewer: Viewer, slug: string, photoId: number, granted?: Granted) {
    const { visible, isOpen } = conditionsFor(viewer, granted);
    const [row] = await this.galleries.query<
      (Pick<Gallery, 'id' | 'title' | 'slug'> & { position: GalleryPosition | null })[]
    >(
      `select gallery.id, gallery.title, gallery.slug, found.position
       from galleries gallery
       left join lateral (
         select json_build_object('number', number, 'total', total, 'previousId', previous, 'nextId', next) as position
         from (
           select entry.photo_id as id, row_number() over in_order as number, count(*) over () as total,
             lag(entry.photo_id) over in_order as previous, lead(entry.photo_id) over in_order as next
           from ${ENTRIES_OF_GALLERY} and ${visible}
           window in_order as (order by entry.position)) numbered
         where numbered.id = $2) found on true
       where gallery.slug = $1 and ${isOpen}`,
      [slug, photoId],
    );
    if (!row) return undefined;
    const { position, ...gallery } = row;
    return { gallery, position };
  }

  listInterludes(viewer: Viewer, galleryId: number): Promise<InterludeView[]> {
    return listInterludes(this.galleries.manager, viewer, galleryId);
  }

  /** Inserts the gallery with its photos. @returns its id. @throws AppError for a photo that does not exist */
  insert(gallery: GalleryDetails, { ids, interludes = [], coverId = null }: PhotoOrder): Promise<number> {
    return this.change(async (transaction) => {
      const existing = await lockPhotos(transaction, ids, 'key share');
      if (existing.size < ids.length) throw unknownPhoto();
      const placed = placeInterludes(interludes, ids);
      const { id } = await transaction.getRepository(Gallery).save({ ...gallery, interludes: placed });
      await replaceOrder(transaction, id, ids);
      await chooseCover(transaction, id, coverId);
      return id;
    });
  }

  /** Saves the given properties, and the photos if given. Without `publishRemoved` no removed photo becomes visible. */
  update(
    id: number,
    gallery: Partial<GalleryDetails>,
    photos: PhotoOrder | undefined,
    precondition?: Precondition,
  ): Promise<'outdated' | undefined> {
    return this.change(async (transaction) => {
      const changes: Partial<Gallery> = { ...gallery };
      if (await this.lock(transaction, id, precondition)) return 'outdated';
      if (photos) {
        const { ids, before, interludes, publishRemoved, coverId } = photos;
        const joined = before ? await otherPhotos(transaction, id, [...ids, ...before]) : [];
        const existing = await lockPhotos(transaction, [...ids, ...joined], 'key share');
        if (!ids.every((photoId) => existing.has(photoId))) throw unknownPhoto();
        const order = [...ids, ...joined.filter((photoId) => existing.has(photoId))];
        const removed = publishRemoved ? [] : await otherPhotos(transaction, id, order);
        changes.interludes = interludes
          ? placeInterludes(interludes, order)
          : await readInterludesForOrder(transaction, id, order);
        await withoutPublishing(transaction, removed, () => replaceOrder(transaction, id, order));
        if (coverId !== undefined) await chooseCover(transaction, id, coverId);
      }
      await transaction.getRepository(Gallery).save({ id, ...changes });
      return undefined;
    });
  }

  orderGalleries(ids: number[]): Promise<void> {
    return exclusiveTransaction(this.galleries.manager, async (transaction) => {
      await lockGalleries(transaction, ids);
      await reorderGalleries(transaction, ids);
    });
  }

  order(id: number, photoIds: number[], precondition?: Precondition): Promise<'outdated' | undefined> {
    return exclusiveTransaction(this.galleries.manager, async (transaction) => {
      const fault = await this.lock(transaction, id, precondition);
      if (!fault) await reorder(transaction, id, photoIds);
      return fault;
    });
  }

  /** Moves the gallery to the trash. Its photos stay, and none becomes visible without `publish`. */
  remove(id: number, publish: boolean): Promise<void> {
    return exclusiveTransaction(this.galleries.manager, async (transaction) => {
      await this.lock(transaction, id);
      await trashGallery(transaction, id, publish);
    });
  }

  /** Locks the gallery against concurrent changes, and checks the precondition. @throws AppError gallery.not-found */
  private async lock(
    transaction: EntityManager,
    id: number,
    precondition?: Precondition,
  ): Promise<'outdated' | undefined> {
    const found = await lockGalleries(transaction, [id]);
    if (found.length === 0) throw new AppError('gallery.not-found');
    // A statement after the lock sees the latest commit.
    const isOutdated = precondition?.(entityTagOf(await this.findState({ id }, transaction))) === false;
    return isOutdated ? 'outdated' : undefined;
  }

  private change<T>(action: (transaction: EntityManager) => Promise<T>): Promise<T> {
    return withConstraintErrors(CONSTRAINT_ERRORS, () => exclusiveTransaction(this.galleries.manager, action));
  }

  private visibleTo(viewer: Viewer, status: GalleryQuery['status'] = 'all'): SelectQueryBuilder<Gallery> {
    const galleries = this.galleries.createQueryBuilder('gallery');
    if (viewer === 'visitor') return galleries.where(PUBLIC.gallery('gallery'));
    if (status === 'all') return galleries.where('true');
    return galleries.where('gallery.is_active = :isActive', { isActive: status === 'active' });
  }

  /** Adds counts and covers, in two queries for all galleries. */
  private async records(viewer: Viewer, galleries: Gallery[], granted: Granted = []): Promise<GalleryRecord[]> {
    const { visible, isOpen } = conditionsFor(viewer, granted);
    const isGuestOnly = granted.length > 0 ? `not ${conditionsFor(viewer).isOpen}` : 'false';
    const photos = `${ENTRIES_OF_GALLERY} and ${visible}`;
    // Their addresses need no ticket for visitors: the photos are public, or the gallery is granted.
    const isPublic =
      viewer === 'visitor'
        ? 'true'
        : `(select ${PUBLIC.photo('photo')} from photos photo where photo.id = entry.photo_id)`;
    const summaries = await this.galleries.query<
      {
        gallery_id: number;
        photos: number;
        cover: number | null;
        is_public: boolean;
        is_cover: boolean;
        is_guest_only: boolean;
      }[]
    >(
      `select gallery.id as gallery_id, counted.photos, cover.id as cover, cover.is_public, cover.is_cover, ${isGuestOnly} as is_guest_only
       from galleries gallery
       cross join lateral (select count(*)::int as photos from ${photos}) counted
       left join lateral (
         (select entry.photo_id as id, entry.is_cover, ${isPublic} as is_public from ${photos} and entry.is_cover)
         union all
         (select entry.photo_id, false, ${isPublic} from ${photos} order by entry.position limit 1)
         order by is_cover desc limit 1) cover on true
       where gallery.id = any($1) and ${isOpen}`,
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
        isGuestOnly: summary?.is_guest_only ?? false,
        photoCount: summary?.photos ?? 0,
        cover: photo && summary && { photo, isPublic: summary.is_public },
        chosenCoverId: viewer === 'administrator' && summary?.is_cover ? summary.cover : null,
      };
    });
  }
}
