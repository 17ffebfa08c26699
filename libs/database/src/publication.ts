/** An active gallery holds the photo, or no gallery at all does. */
const isUnconfined = (photo: string) => `(
    exists (
      select 1 from gallery_photos publication_place
      join galleries publication_gallery on publication_gallery.id = publication_place.gallery_id
      where publication_place.photo_id = ${photo}.id and publication_gallery.is_active)
    or not exists (
      select 1 from gallery_photos publication_place where publication_place.photo_id = ${photo}.id))`;

/** Inactive galleries alone hold the photo, so that it becomes visible without them, unless it is hidden. */
export const isConfined = (photo: string): string => `not ${isUnconfined(photo)}`;

/**
 * The publication rule, once: SQL conditions over a row by its alias. Every read for a visitor goes through them.
 *
 * - a photo is public when it is ready, not hidden, and in at least one active gallery, or in no gallery at all;
 * - a public photo is listed unless it is unlisted: only its own address leads to it then, and it is told of no gallery;
 * - a gallery is public when it is active;
 * - a comment is public when it is approved and its photo is public;
 * - a news item is public when it is active.
 */
export const PUBLIC = {
  photo: (photo: string): string =>
    `(${photo}.status = 'ready' and ${photo}.visibility <> 'hidden' and ${isUnconfined(photo)})`,
  listedPhoto: (photo: string) => `(${photo}.visibility = 'public' and ${PUBLIC.photo(photo)})`,
  /** The same for a photo at a place in a gallery that is public: all that is left to ask, at a sixth of the cost. */
  listedPhotoInPublicGallery: (photo: string) => `(${photo}.status = 'ready' and ${photo}.visibility = 'public')`,
  /** Whether a visitor who sees the photo is told that the gallery holds it. */
  place: (photo: string, gallery: string) => `(${gallery}.is_active and ${photo}.visibility = 'public')`,
  gallery: (gallery: string) => `${gallery}.is_active`,
  comment: (comment: string) => `(${comment}.is_approved and exists (
    select 1 from photos publication_photo
    where publication_photo.id = ${comment}.photo_id and ${PUBLIC.photo('publication_photo')}))`,
  newsItem: (item: string) => `${item}.is_active`,
};

/**
 * How many comments stand beside a photo, as SQL over the photo's alias: the approved ones. It says nothing about the
 * photo: whoever counts has asked first whether the photo may be seen.
 */
export const approvedComments = (photo: string) =>
  `(select count(*)::int from comments counted where counted.photo_id = ${photo}.id and counted.is_approved)`;

/** Who is looking: decides whether the publication rule applies. */
export type Viewer = 'visitor' | 'administrator';
