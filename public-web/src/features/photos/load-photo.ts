import { photoNeighboursQuery, photoQuery } from '@portfolio/api-client';
import { orNotFound } from '../../app/data/or-not-found.ts';
import { parseId } from '../../app/router/navigation.ts';
import { loadOptional, loadRequired, type PageRequest } from '../../app/router/page.ts';

/** A photo, and its position in the gallery of the address, or else in its first gallery. */
export async function loadPhoto({ client, api, params, search }: PageRequest) {
  const id = parseId(params['id']);
  if (id === undefined) return 404;
  const positionIn = (slug: string) => orNotFound(photoNeighboursQuery(api, slug, id));
  const named = search.get('gallery');
  const [status] = await Promise.all([
    loadRequired(client, orNotFound(photoQuery(api, id))),
    named && loadOptional(client, positionIn(named)),
  ]);
  const isInNamed = named && client.getQueryData(positionIn(named).queryKey) !== null;
  const first = client.getQueryData(photoQuery(api, id).queryKey)?.galleries[0];
  if (first && !isInNamed) await loadOptional(client, positionIn(first.slug));
  return status;
}
