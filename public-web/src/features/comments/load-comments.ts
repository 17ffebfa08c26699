import { photoCommentsQuery } from '@portfolio/api-client';
import { idOf } from '../../app/id-of.ts';
import { want, type PageRequest } from '../../app/page.ts';

export async function loadComments({ client, api, params, search }: PageRequest) {
  const id = idOf(params['id']);
  return id === undefined ? 200 : want(client, photoCommentsQuery(api, id, search.get('comments') ?? undefined));
}
