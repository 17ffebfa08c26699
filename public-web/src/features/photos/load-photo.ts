import { photoNeighboursQuery, photoQuery } from '@portfolio/api-client';
import { idOf } from '../../app/id-of.ts';
import { orNotFound } from '../../app/or-not-found.ts';
import { need, together, want, type PageRequest } from '../../app/page.ts';

/** A photo, and where it stands in the gallery that the address names, or else in the first that it is in. */
export async function loadPhoto({ client, api, params, search }: PageRequest) {
  const id = idOf(params['id']);
  if (id === undefined) return 404;
  const neighbours = (slug: string) => want(client, orNotFound(photoNeighboursQuery(api, slug, id)));
  const named = search.get('gallery');
  const photo = need(client, orNotFound(photoQuery(api, id)));
  if (named) return together(photo, neighbours(named));

  const status = await photo;
  const first = client.getQueryData(photoQuery(api, id).queryKey)?.galleries[0];
  if (first) await neighbours(first.slug);
  return status;
}
