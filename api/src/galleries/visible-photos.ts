import { PUBLIC, type Viewer } from '@portfolio/database';

/** Photos of a gallery, as SQL within a query over `gallery`. */
export const PHOTOS = 'gallery_photos entry where entry.gallery_id = gallery.id';

/** SQL conditions for the photos and galleries that are listed for the viewer. */
export const conditionsFor = (viewer: Viewer) =>
  viewer === 'visitor'
    ? {
        visible: `exists (
          select 1 from photo_listings listing where listing.photo_id = entry.photo_id and ${PUBLIC.listing('listing')})`,
        isShown: PUBLIC.gallery('gallery'),
      }
    : { visible: 'true', isShown: 'gallery.deleted_at is null' };
