import { photoQuery } from '@portfolio/api-client';
import { orNotFound } from '../../app/data/use-query.ts';
import { parseId } from '../../app/router/navigation.ts';
import { loadOptional, type PageRequest } from '../../app/router/page.ts';

/** Prefetches the photo named by `?photo=` of the contact page. @returns 200 always: the page works without it. */
export async function loadAttachedPhoto({ client, api, search }: PageRequest) {
  const id = parseId(search.get('photo'));
  return id === undefined ? 200 : loadOptional(client, orNotFound(photoQuery(api, id)));
}
