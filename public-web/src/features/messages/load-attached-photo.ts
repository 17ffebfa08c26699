import { photoQuery } from '@portfolio/api-client';
import { orNotFound } from '../../app/data/or-not-found.ts';
import { parseId } from '../../app/router/navigation.ts';
import { loadOptional, type PageRequest } from '../../app/router/page.ts';

/** The photo in the address of the contact page. */
export async function loadAttachedPhoto({ client, api, search }: PageRequest) {
  const id = parseId(search.get('photo'));
  return id === undefined ? 200 : loadOptional(client, orNotFound(photoQuery(api, id)));
}
