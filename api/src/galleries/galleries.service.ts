import { Injectable } from '@nestjs/common';
import type { GalleryDetailView, GalleryListView, GalleryQuery, GalleryView, SaveGallery } from '@portfolio/contracts';
import { ERRORS, SLUG_PATTERN } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { MediaAddress } from '../media/media-address.ts';
import { PhotosService } from '../photos/photos.service.ts';
import { GalleriesRepository } from './galleries.repository.ts';
import { type GalleryRecord, toGalleryView } from './gallery.view.ts';

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

  async get(viewer: Viewer, slug: string): Promise<GalleryDetailView> {
    const record = await this.find(viewer, slug);
    const gallery = toGalleryView(record, this.address);
    return {
      gallery: { ...gallery, photoCount: gallery.photo_count },
      photos: await this.photos.ofGallery(viewer, gallery.id),
    };
  }

  async create(details: SaveGallery): Promise<GalleryView> {
    const saved = await this.galleries.insert(
      {
        title: details.title,
        slug: details.slug,
        description: details.description || null,
        isActive: details.is_active ?? true,
      },
      details.photo_ids,
    );
    if (saved === 'slug-taken') throw fieldError('gallery.slug-taken', 'slug');
    if (saved === 'unknown-photo') throw fieldError('gallery.unknown-photo', 'photo_ids');
    return toGalleryView(await this.find('administrator', saved.slug), this.address);
  }

  private async find(viewer: Viewer, slug: string): Promise<GalleryRecord> {
    // What cannot be a slug is not looked for: PostgreSQL would refuse some of it.
    const record = SLUG_PATTERN.test(slug) ? await this.galleries.findBySlug(viewer, slug) : undefined;
    if (!record) throw new AppError('gallery.not-found');
    return record;
  }
}

/** An error whose message belongs to one field of the form. */
const fieldError = (code: 'gallery.slug-taken' | 'gallery.unknown-photo', field: string) =>
  new AppError(code, { errors: { [field]: ERRORS[code].message } });
