import type { LockedGalleryView } from '@portfolio/contracts';
import type { Api } from './http.ts';
import { getQuery } from './queries.ts';

/** The title of a private gallery; its password opens it. */
export const galleryLockQuery = (api: Api, slug: string) =>
  getQuery<LockedGalleryView>(api, ['galleries', 'lock', slug], `/galleries/${encodeURIComponent(slug)}/lock`);
