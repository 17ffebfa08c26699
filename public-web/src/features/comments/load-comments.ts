import { photoCommentsQuery } from '@portfolio/api-client';
import { idOf } from '../../app/data/id-of.ts';
import { orNotFound } from '../../app/data/or-not-found.ts';
import { loadRequired, type PageRequest, type PageStatus } from '../../app/router/page.ts';

/** The comments on a photo, which is a page without them too, unless its address names a part of them that is none. */
export async function loadComments({ client, api, params, search }: PageRequest): Promise<PageStatus> {
  const id = idOf(params['id']);
  if (id === undefined) return 404;
  const start = search.get('comments') ?? undefined;
  const status = await loadRequired(client, orNotFound(photoCommentsQuery(api, id, start)));
  return start !== undefined && status === 404 ? 404 : 200;
}
