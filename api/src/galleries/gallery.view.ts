import type { GalleryView } from '@portfolio/contracts';
import type { Gallery, Photo, Viewer } from '@portfolio/database';
import type { MediaAddress } from '../media/media-address.ts';
import { firstWithEdge } from '../media/rendition.view.ts';
import { LARGE_THUMBNAIL, toPictureView } from '../photos/photo.view.ts';

/** A gallery with the count of its photos and its cover. */
export interface GalleryRecord {
  gallery: Gallery;
  /** Whether the viewer sees it only as a guest of a password or a preview link. */
  isGuestOnly: boolean;
  /** Photos that the viewer sees. */
  photoCount: number;
  /** The chosen photo or, where the viewer does not see it, the first one. */
  cover: { photo: Photo; isPublic: boolean } | undefined;
  /** Id of the chosen photo, for the administrator. */
  chosenCoverId: number | null;
}

export function toGalleryView(
  { gallery, isGuestOnly, photoCount, cover, chosenCoverId }: GalleryRecord,
  viewer: Viewer,
  address: MediaAddress,
): GalleryView {
  const preview = cover && cover.photo.renditions.length > 0 ? toPictureView(cover, address) : null;
  const jpegs = preview?.renditions.filter(({ format }) => format === 'jpeg') ?? [];
  return {
    id: gallery.id,
    title: gallery.title,
    slug: gallery.slug,
    description: gallery.description,
    is_active: gallery.isActive,
    // A preview link shows a gallery outside of its schedule too.
    visibility: isGuestOnly && gallery.visibility !== 'private' ? 'hidden' : gallery.visibility,
    ...(viewer === 'administrator' && {
      has_password: gallery.passwordHash !== null,
      publish_at: gallery.publishAt?.toISOString() ?? null,
      unpublish_at: gallery.unpublishAt?.toISOString() ?? null,
    }),
    opening: gallery.opening,
    layout: gallery.layout,
    photo_count: photoCount,
    preview_image: firstWithEdge(jpegs, LARGE_THUMBNAIL)?.url ?? null,
    preview,
    cover_photo_id: chosenCoverId,
    created_at: gallery.createdAt.toISOString(),
  };
}
