import { photoNeighboursQuery, photoQuery } from '@portfolio/api-client';
import { orNotFound } from '../../app/or-not-found.ts';
import { need, together, want, type PageRequest } from '../../app/page.ts';

/** The number in an address such as `/photo/3`; undefined where it is none. */
export const idOf = (text: string | undefined) => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : undefined);

export async function loadPhoto({ client, api, params, search }: PageRequest) {
  const id = idOf(params['id']);
  if (id === undefined) return 404;
  const slug = search.get('gallery');
  return together(
    need(client, orNotFound(photoQuery(api, id))),
    ...(slug ? [want(client, orNotFound(photoNeighboursQuery(api, slug, id)))] : []),
  );
}
