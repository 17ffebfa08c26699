import { MEASURED } from './seed.ts';

/** A call of the API that anybody may make. */
export interface Call {
  name: string;
  /** With its query. */
  path: string;
}

/** Each list and each kind of detail that public pages are made of. What is seeded makes them as long in either database. */
export const CALLS: Call[] = [
  { name: 'photos, 100', path: '/api/photos' },
  { name: `photos of a gallery, ${MEASURED.photos}`, path: `/api/photos?gallery_id=${MEASURED.galleryId}` },
  { name: `photos by a search, ${MEASURED.found}`, path: `/api/photos?search=${MEASURED.word}` },
  { name: 'a photo', path: `/api/photos/${MEASURED.photoId}` },
  { name: 'galleries, 45', path: '/api/galleries' },
  { name: `a gallery with its ${MEASURED.photos} photos`, path: `/api/galleries/${MEASURED.slug}` },
  { name: `comments of a photo, ${MEASURED.comments}`, path: `/api/comments/photo/${MEASURED.photoId}` },
  { name: 'news, 20', path: '/api/news' },
  { name: 'a news item', path: '/api/news/1' },
  { name: 'settings', path: '/api/public/settings' },
];
