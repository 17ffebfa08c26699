import { galleryListQuery, galleryQuery } from '@portfolio/api-client';
import { orNotFound } from '../../app/or-not-found.ts';
import { need, type PageRequest } from '../../app/page.ts';

/** Galleries on the home page. */
export const FEATURED = { limit: 6 };

export const loadFeaturedGalleries = ({ client, api }: PageRequest) => need(client, galleryListQuery(api, FEATURED));

export const loadGalleryList = ({ client, api }: PageRequest) => need(client, galleryListQuery(api));

export const loadGallery = ({ client, api, params }: PageRequest) =>
  need(client, orNotFound(galleryQuery(api, params['slug'] ?? '')));
