import { photoNeighboursQuery, photoQuery } from '@portfolio/api-client';
import { idOf } from '../../app/data/id-of.ts';
import { orNotFound } from '../../app/data/or-not-found.ts';
import { loadRequired, loadOptional, type PageRequest } from '../../app/router/page.ts';

/** A photo, and where it stands in the gallery that the address names, or else, where it is not there, in its first. */
export async function loadPhoto({ client, api, params, search }: PageRequest) {
  const id = idOf(params['id']);
  if (id === undefined) return 404;
  const placeIn = (slug: string) => orNotFound(photoNeighboursQuery(api, slug, id));
  const named = search.get('gallery');
  const [status] = await Promise.all([
    loadRequired(client, orNotFound(photoQuery(api, id))),
    named && loadOptional(client, placeIn(named)),
  ]);
  const isInNamed = named && client.getQueryData(placeIn(named).queryKey) !== null;
  const first = client.getQueryData(photoQuery(api, id).queryKey)?.galleries[0];
  if (first && !isInNamed) await loadOptional(client, placeIn(first.slug));
  return status;
}
