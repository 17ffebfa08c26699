import type { GalleryView } from '@portfolio/contracts';
import type { Gallery, Photo } from '@portfolio/database';
import type { MediaAddress } from '../media/media-address.ts';
import { toPictureView } from '../photos/photo.view.ts';

/** A gallery with what is shown of its photos. */
export interface GalleryRecord {
  gallery: Gallery;
  /** Photos in it that the viewer may see. */
  photoCount: number;
  /** The first of them. */
  cover: { photo: Photo; isPublic: boolean } | undefined;
}

/** Pixels of the cover's long edge that `preview_image` should at least have. */
const PREVIEW = 640;

export function toGalleryView({ gallery, photoCount, cover }: GalleryRecord, address: MediaAddress): GalleryView {
  const preview = cover && cover.photo.renditions.length > 0 ? toPictureView(cover, address) : null;
  const jpegs = preview?.renditions.filter(({ format }) => format === 'jpeg') ?? [];
  const image = jpegs.find(({ width, height }) => Math.max(width, height) >= PREVIEW) ?? jpegs.at(-1);
  return {
    id: gallery.id,
    title: gallery.title,
    slug: gallery.slug,
    description: gallery.description,
    is_active: gallery.isActive,
    photo_count: photoCount,
    preview_image: image?.url ?? null,
    preview,
    created_at: gallery.createdAt.toISOString(),
  };
}
