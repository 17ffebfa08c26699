import type { GalleryView } from '@portfolio/contracts';
import type { Gallery, Photo } from '@portfolio/database';
import type { MediaAddress } from '../media/media-address.ts';
import { firstWithEdge } from '../media/rendition.view.ts';
import { LARGE_THUMBNAIL, toPictureView } from '../photos/photo.view.ts';

/** A gallery with the count of its photos and its cover. */
export interface GalleryRecord {
  gallery: Gallery;
  /** Photos that the viewer sees. */
  photoCount: number;
  /** The first photo that the viewer sees. */
  cover: { photo: Photo; isPublic: boolean } | undefined;
}

export function toGalleryView({ gallery, photoCount, cover }: GalleryRecord, address: MediaAddress): GalleryView {
  const preview = cover && cover.photo.renditions.length > 0 ? toPictureView(cover, address) : null;
  const jpegs = preview?.renditions.filter(({ format }) => format === 'jpeg') ?? [];
  return {
    id: gallery.id,
    title: gallery.title,
    slug: gallery.slug,
    description: gallery.description,
    is_active: gallery.isActive,
    layout: gallery.layout,
    photo_count: photoCount,
    preview_image: firstWithEdge(jpegs, LARGE_THUMBNAIL)?.url ?? null,
    preview,
    created_at: gallery.createdAt.toISOString(),
  };
}
