import { photoQuery } from '@portfolio/api-client';
import { idOf } from '../../app/data/id-of.ts';
import { orNotFound } from '../../app/data/or-not-found.ts';
import { loadOptional, type PageRequest } from '../../app/router/page.ts';

/** Fetches the photo that the visitor asks about, where the address names one. */
export async function loadAttachedPhoto({ client, api, search }: PageRequest) {
  const id = idOf(search.get('photo'));
  return id === undefined ? 200 : loadOptional(client, orNotFound(photoQuery(api, id)));
}
