import { galleryListQuery, galleryQuery } from '@portfolio/api-client';
import { orNotFound } from '../../app/data/or-not-found.ts';
import { loadRequired, type PageRequest } from '../../app/router/page.ts';

/** Galleries on the home page. */
export const FEATURED = { limit: 6 };

/** Cursor in the address. */
export const fromOf = (search: URLSearchParams): string | undefined => search.get('from') || undefined;

/** Options of a list from a cursor on; the first part has about 25 kB, compressed. */
export const galleriesFrom = (cursor?: string) => ({ limit: 24, ...(cursor && { cursor }) });
export const photosFrom = (cursor?: string) => ({ limit: 60, ...(cursor && { cursor }) });

export const loadFeaturedGalleries = ({ client, api }: PageRequest) =>
  loadRequired(client, galleryListQuery(api, FEATURED));

export const loadGalleryList = ({ client, api, search }: PageRequest) =>
  loadRequired(client, orNotFound(galleryListQuery(api, galleriesFrom(fromOf(search)))));

export const loadGallery = ({ client, api, params, search }: PageRequest) =>
  loadRequired(client, orNotFound(galleryQuery(api, params['slug'] ?? '', photosFrom(fromOf(search)))));
