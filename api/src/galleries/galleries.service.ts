import { Injectable } from '@nestjs/common';
import type {
  GalleryDetailView,
  GalleryListView,
  GalleryPhotosQuery,
  GalleryQuery,
  GalleryView,
  PhotoNeighboursView,
  SaveGallery,
  UpdateGallery,
} from '@portfolio/contracts';
import { SLUG_PATTERN } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { textOrNull } from '../http/optional-text.ts';
import { MediaAddress } from '../media/media-address.ts';
import { PhotosService } from '../photos/photos.service.ts';
import { GalleriesRepository, type SaveFault } from './galleries.repository.ts';
import { toGalleryView } from './gallery.view.ts';

@Injectable()
export class GalleriesService {
  constructor(
    private readonly galleries: GalleriesRepository,
    private readonly photos: PhotosService,
    private readonly address: MediaAddress,
  ) {}

  async list(viewer: Viewer, { limit, cursor, status }: GalleryQuery): Promise<GalleryListView> {
    const window = readPage('galleries', { limit, cursor });
    const { records, total } = await this.galleries.list(viewer, status, window);
    const { page, next_cursor } = cutPage('galleries', records, window.limit, ({ gallery }) => gallery.id);
    return { galleries: page.map((record) => toGalleryView(record, this.address)), next_cursor, total };
  }

  async get(viewer: Viewer, slug: string, query: GalleryPhotosQuery): Promise<GalleryDetailView> {
    // What cannot be a slug is not looked for: PostgreSQL would refuse some of it.
    const record = SLUG_PATTERN.test(slug) ? await this.galleries.findBySlug(viewer, slug) : undefined;
    if (!record) throw new AppError('gallery.not-found');
    const gallery = toGalleryView(record, this.address);
    const photos = await this.photos.ofGallery(viewer, gallery.id, query);
    return { gallery: { ...gallery, photoCount: gallery.photo_count }, ...photos, total: gallery.photo_count };
  }

  async neighbours(viewer: Viewer, slug: string, photoId: number): Promise<PhotoNeighboursView> {
    const found = SLUG_PATTERN.test(slug) ? await this.galleries.findStanding(viewer, slug, photoId) : undefined;
    if (!found) throw new AppError('gallery.not-found');
    const { gallery, standing } = found;
    if (!standing) throw new AppError('photo.not-found');
    const { place, total, previousId, nextId } = standing;
    const photos = await this.photos.some(viewer, [previousId, nextId]);
    const viewOf = (id: number | null) => photos.find((photo) => photo.id === id) ?? null;
    return { gallery, place, total, previous: viewOf(previousId), next: viewOf(nextId) };
  }

  async create({ photo_ids, ...details }: SaveGallery): Promise<GalleryView> {
    return this.saved(await this.galleries.insert({ isActive: true, ...toDetails(details) }, photo_ids));
  }

  /** Replaces the gallery and its photos, or where `is_active` alone is given switches it on or off. */
  async update(id: number, details: UpdateGallery): Promise<GalleryView> {
    const { photo_ids: ids, photo_ids_before: before, publish_removed: publishRemoved } = details;
    const fault = ids
      ? await this.galleries.update(id, toDetails(details), { ids, before, publishRemoved })
      : await this.galleries.update(id, switchOf(details));
    return this.saved(fault ?? id);
  }

  async order(id: number, photoIds: number[]): Promise<GalleryView> {
    return this.saved((await this.galleries.order(id, photoIds)) ? id : 'unknown-gallery');
  }

  async remove(id: number, publish = false): Promise<void> {
    if (!(await this.galleries.remove(id, publish))) throw new AppError('gallery.not-found');
  }

  /** The gallery that was saved; thrown is what kept it from being saved. */
  private async saved(outcome: number | SaveFault): Promise<GalleryView> {
    if (outcome === 'slug-taken') throw AppError.at('slug', 'gallery.slug-taken');
    if (outcome === 'unknown-photo') throw AppError.at('photo_ids', 'gallery.unknown-photo');
    const record = outcome === 'unknown-gallery' ? undefined : await this.galleries.find('administrator', outcome);
    if (!record) throw new AppError('gallery.not-found');
    return toGalleryView(record, this.address);
  }
}

/** The switch alone, where it is given. */
const switchOf = ({ is_active }: Pick<SaveGallery, 'is_active'>) => (is_active == null ? {} : { isActive: is_active });

/** All that a gallery says of itself: without a description it has none, while the switch stays as it is unless given. */
const toDetails = ({ title, slug, description, ...more }: Omit<SaveGallery, 'photo_ids'>) => ({
  title,
  slug,
  description: textOrNull(description),
  ...switchOf(more),
});
