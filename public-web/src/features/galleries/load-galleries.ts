import { galleryListQuery, galleryQuery } from '@portfolio/api-client';
import { orNotFound } from '../../app/data/or-not-found.ts';
import { loadRequired, type PageRequest } from '../../app/router/page.ts';

/** Galleries on the home page. */
export const FEATURED = { limit: 6 };

/** Where in a long list a page begins, as its address says. */
export const fromOf = (search: URLSearchParams): string | undefined => search.get('from') || undefined;

/** Galleries, and photos of one, that a page opens with: a few screens full, which is some 25 kB on the way to a browser. */
export const galleriesFrom = (cursor?: string) => ({ limit: 24, ...(cursor && { cursor }) });
export const photosFrom = (cursor?: string) => ({ limit: 60, ...(cursor && { cursor }) });

export const loadFeaturedGalleries = ({ client, api }: PageRequest) =>
  loadRequired(client, galleryListQuery(api, FEATURED));

export const loadGalleryList = ({ client, api, search }: PageRequest) =>
  loadRequired(client, orNotFound(galleryListQuery(api, galleriesFrom(fromOf(search)))));

export const loadGallery = ({ client, api, params, search }: PageRequest) =>
  loadRequired(client, orNotFound(galleryQuery(api, params['slug'] ?? '', photosFrom(fromOf(search)))));
