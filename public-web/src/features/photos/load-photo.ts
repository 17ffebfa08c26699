import { nextGalleryQuery, photoNeighboursQuery, photoQuery } from '@portfolio/api-client';
import { orNotFound } from '../../app/data/use-query.ts';
import { parseId } from '../../app/router/navigation.ts';
import { loadOptional, loadRequired, type PageRequest } from '../../app/router/page.ts';

/** A photo, its position in the gallery of the address or else in its first one, and after the last the next gallery. */
export async function loadPhoto({ client, api, params, search }: PageRequest) {
  const id = parseId(params['id']);
  if (id === undefined) return 404;
  const positionIn = (slug: string) => orNotFound(photoNeighboursQuery(api, slug, id));
  const named = search.get('gallery');
  const [status] = await Promise.all([
    loadRequired(client, orNotFound(photoQuery(api, id))),
    named && loadOptional(client, positionIn(named)),
  ]);
  const { galleries = [] } = client.getQueryData(photoQuery(api, id).queryKey) ?? {};
  const at = (slug: string | null | undefined) => slug && client.getQueryData(positionIn(slug).queryKey);
  const first = galleries[0]?.slug;
  if (first && !at(named)) await loadOptional(client, positionIn(first));
  const position = at(named) || at(first);
  if (position && !position.next) await loadOptional(client, orNotFound(nextGalleryQuery(api, position.gallery.slug)));
  return status;
}
