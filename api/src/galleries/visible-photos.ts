import { type Granted, PUBLIC, type Viewer } from '@portfolio/database';

/** Entries of a gallery's photos, as SQL within a query over `gallery`. */
export const ENTRIES_OF_GALLERY = 'gallery_photos entry where entry.gallery_id = gallery.id';

/**
 * SQL conditions for what the viewer sees: `visible` photos of an open gallery, galleries that are `isShown` in lists, and
 * those that are `isOpen` at their address.
 */
export const conditionsFor = (viewer: Viewer, granted?: Granted) =>
  viewer === 'visitor'
    ? {
        visible: `exists (
          select 1 from photo_listings listing where listing.photo_id = entry.photo_id and ${PUBLIC.inGallery('listing')})`,
        isShown: PUBLIC.gallery('gallery'),
        isOpen: PUBLIC.galleryPage('gallery', granted),
      }
    : { visible: 'true', isShown: 'gallery.deleted_at is null', isOpen: 'gallery.deleted_at is null' };
