import { Injectable } from '@nestjs/common';
import {
  type CurrentGalleryView,
  type GalleryResponse,
  type GalleryDetailView,
  type GalleryListView,
  type GalleryPhotosQuery,
  type GalleryQuery,
  type NextGalleryResponse,
  type PhotoNeighboursView,
  type SaveGallery,
  SLUG_PATTERN,
  type UpdateGallery,
} from '@portfolio/contracts';
import type { Granted, Viewer } from '@portfolio/database';
import { Passwords } from '../auth/passwords.ts';
import { AppError } from '../http/app-error.ts';
import { cutPage, readSortedPage } from '../http/cursor.ts';
import { blankToNull, toDate, withoutUndefined } from '../http/optional-values.ts';
import { type Precondition, entityTagOf, Versioned } from '../http/versions.ts';
import { MediaAddress } from '../media/media-address.ts';
import { PhotosService } from '../photos/photos.service.ts';
import { GalleriesRepository } from './galleries.repository.ts';
import { toGalleryView } from './gallery.view.ts';

@Injectable()
export class GalleriesService {
  constructor(
    private readonly galleries: GalleriesRepository,
    private readonly photos: PhotosService,
    private readonly address: MediaAddress,
    private readonly passwords: Passwords,
  ) {}

  async list(viewer: Viewer, { limit, cursor, status }: GalleryQuery): Promise<GalleryListView> {
    const range = readSortedPage('galleries', ['number', 'number'], { limit, cursor });
    const { records, total } = await this.galleries.list(viewer, status, range);
    const { page, next_cursor } = cutPage('galleries', records, range.limit, ({ gallery: { position, id } }) => [
      position,
      id,
    ]);
    return { galleries: page.map((record) => toGalleryView(record, viewer, this.address)), next_cursor, total };
  }

  /** Only the administrator gets an entity tag. */
  async get(
    viewer: Viewer,
    slug: string,
    query: GalleryPhotosQuery,
    granted?: Granted,
  ): Promise<Versioned<GalleryDetailView>> {
    // PostgreSQL refuses some texts that are no slugs, such as those with NUL.
    if (!SLUG_PATTERN.test(slug)) throw new AppError('gallery.not-found');
    // State is read first: the entity tag is never newer than the response.
    const state = viewer === 'administrator' ? await this.galleries.findState({ slug }) : undefined;
    const record = await this.galleries.findBySlug(viewer, slug, granted);
    if (!record) {
      const isGone = viewer === 'visitor' && (await this.galleries.isGone(slug));
      throw new AppError(isGone ? 'gallery.gone' : 'gallery.not-found');
    }
    const gallery = toGalleryView(record, viewer, this.address);
    const photos = await this.photos.listByGallery(viewer, gallery.id, query, granted);
    const shown = new Set(photos.photos.map(({ id }) => id));
    const isLast = photos.next_cursor === null;
    const all = record.gallery.interludes.length > 0 ? await this.galleries.listInterludes(viewer, gallery.id) : [];
    const interludes = all.filter(({ before }) => (before === null ? isLast : shown.has(before)));
    const detail = {
      gallery: { ...gallery, photoCount: gallery.photo_count },
      ...photos,
      interludes,
      total: gallery.photo_count,
    };
    return new Versioned(detail, state && entityTagOf(state));
  }

  async next(viewer: Viewer, slug: string): Promise<NextGalleryResponse> {
    const id = SLUG_PATTERN.test(slug) ? await this.galleries.findNextId(viewer, slug) : undefined;
    if (id === undefined) throw new AppError('gallery.not-found');
    const record = id === null ? undefined : await this.galleries.find(viewer, id);
    return { gallery: record ? toGalleryView(record, viewer, this.address) : null };
  }

  async neighbours(viewer: Viewer, slug: string, photoId: number, granted?: Granted): Promise<PhotoNeighboursView> {
    const found = SLUG_PATTERN.test(slug)
      ? await this.galleries.findPosition(viewer, slug, photoId, granted)
      : undefined;
    if (!found) throw new AppError('gallery.not-found');
    const { gallery, position } = found;
    if (!position) throw new AppError('photo.not-found');
    const { number, total, previousId, nextId } = position;
    const photos = await this.photos.listByIds(viewer, [previousId, nextId], granted);
    const viewOf = (id: number | null) => photos.find((photo) => photo.id === id) ?? null;
    return { gallery, place: number, total, previous: viewOf(previousId), next: viewOf(nextId) };
  }

  async create({
    photo_ids: ids,
    interludes,
    cover_photo_id: coverId,
    ...details
  }: SaveGallery): Promise<Versioned<GalleryResponse>> {
    const gallery = { layout: 'masonry', ...toDetails(details), ...(await this.toAccess(details)) } as const;
    return this.saved(await this.galleries.insert(gallery, { ids, interludes: interludes ?? [], coverId }));
  }

  /** Replaces the gallery and its photos. Without photos, changes only its visibility and password. */
  async update(
    id: number,
    {
      photo_ids: ids,
      photo_ids_before: before,
      publish_removed: publishRemoved,
      interludes,
      ...details
    }: UpdateGallery,
    precondition?: Precondition,
  ): Promise<Versioned<GalleryResponse>> {
    const changes = { ...(ids && toDetails(details)), ...(await this.toAccess(details)) };
    const coverId = details.cover_photo_id;
    const photos = ids && { ids, before, interludes: interludes ?? undefined, publishRemoved, coverId };
    return this.saved(id, await this.galleries.update(id, changes, photos, precondition));
  }

  orderGalleries(ids: number[]): Promise<void> {
    return this.galleries.orderGalleries(ids);
  }

  async order(id: number, photoIds: number[], precondition?: Precondition): Promise<Versioned<GalleryResponse>> {
    return this.saved(id, await this.galleries.order(id, photoIds, precondition));
  }

  remove(id: number, publish = false): Promise<void> {
    return this.galleries.remove(id, publish);
  }

  /** Returns the saved gallery. The error of an outdated request carries the current version. */
  private async saved(id: number, fault?: 'outdated'): Promise<Versioned<GalleryResponse>> {
    const current = await this.current(id);
    if (fault) throw AppError.outdated(current);
    return new Versioned({ gallery: current.body.gallery }, current.etag);
  }

  /** Missing fields stay unchanged. */
  private async toAccess({ is_active: isActive, visibility, password }: Partial<SaveGallery>) {
    return {
      ...(visibility ? { visibility } : isActive != null && { isActive }),
      ...(password && { passwordHash: await this.passwords.hash(password) }),
    };
  }

  private async current(id: number): Promise<Versioned<CurrentGalleryView>> {
    const state = await this.galleries.findState({ id });
    const record = await this.galleries.find('administrator', id);
    if (!state || !record) throw new AppError('gallery.not-found');
    const interludes = state.interludes.length > 0 ? await this.galleries.listInterludes('administrator', id) : [];
    const gallery = toGalleryView(record, 'administrator', this.address);
    return new Versioned({ gallery, photo_ids: state.photoIds, interludes }, entityTagOf(state));
  }
}

type SavedFields = Omit<SaveGallery, 'photo_ids' | 'interludes'>;

/** A missing description clears it; other missing fields stay unchanged. */
const toDetails = ({ title, slug, description = null, layout, opening, publish_at, unpublish_at }: SavedFields) => ({
  title,
  slug,
  description: blankToNull(description),
  ...withoutUndefined({
    layout: layout ?? undefined,
    opening,
    publishAt: toDate(publish_at),
    unpublishAt: toDate(unpublish_at),
  }),
});
