import { galleryListQuery, galleryLockQuery, galleryQuery, nextGalleryQuery, type Api } from '@portfolio/api-client';
import { orNotFound } from '../../app/data/use-query.ts';
import { photosFrom } from '../../app/data/use-load-more.ts';
import { loadAll, loadOptional, loadRequired, type PageRequest, type PageStatus } from '../../app/router/page.ts';

/** Galleries on the home page. */
export const FEATURED = { limit: 6 };

/** Cursor in the address. */
export const cursorOf = (search: URLSearchParams): string | undefined => search.get('from') || undefined;

/** Options of the list of galleries from a cursor on. */
export const galleryPageParams = (cursor?: string) => ({ limit: 24, ...(cursor && { cursor }) });

export const loadFeaturedGalleries = ({ client, api }: PageRequest) =>
  loadRequired(client, galleryListQuery(api, FEATURED));

export const loadGalleryList = ({ client, api, search }: PageRequest) =>
  loadRequired(client, orNotFound(galleryListQuery(api, galleryPageParams(cursorOf(search)))));

/** Photos of a gallery, or with a tag, from a cursor on. */
export const wallQuery = (api: Api, { slug = '', tag }: PageRequest['params'], from?: string) =>
  galleryQuery(api, tag ?? slug, photosFrom(from), tag && 'tags');

/** Loads a gallery or the photos with a tag. The server also loads a private gallery's lock; in a browser the page does. */
export async function loadGallery(request: PageRequest): Promise<PageStatus> {
  const { client, api, params, search } = request;
  const status = await loadAll(
    loadRequired(client, orNotFound(wallQuery(api, params, cursorOf(search)))),
    ...(params['slug'] ? [loadOptional(client, orNotFound(nextGalleryQuery(api, params['slug'])))] : []),
  );
  return import.meta.env?.SSR !== false && status === 404 && !params['tag'] ? loadLock(request) : status;
}

/** The title of a private gallery, which responds 403 until its password opens it. */
async function loadLock({ client, api, params: { slug = '' } }: PageRequest): Promise<PageStatus> {
  const status = await loadRequired(client, orNotFound(galleryLockQuery(api, slug)));
  return status === 200 ? 403 : status;
}
