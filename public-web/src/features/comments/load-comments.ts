import { photoCommentsQuery } from '@portfolio/api-client';
import { orNotFound } from '../../app/data/use-query.ts';
import { parseId } from '../../app/router/navigation.ts';
import { loadRequired, type PageRequest, type PageStatus } from '../../app/router/page.ts';

/** Comments on a photo. The page works without them, except at an unknown cursor. */
export async function loadComments({ client, api, params, search }: PageRequest): Promise<PageStatus> {
  const id = parseId(params['id']);
  if (id === undefined) return 404;
  const start = search.get('comments') ?? undefined;
  const status = await loadRequired(client, orNotFound(photoCommentsQuery(api, id, start)));
  return start !== undefined && status === 404 ? 404 : 200;
}
