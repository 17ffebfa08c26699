import { photoCommentsQuery } from '@portfolio/api-client';
import { want, type PageRequest } from '../../app/page.ts';

export async function loadComments({ client, api, params }: PageRequest) {
  const id = Number(params['id']);
  return Number.isSafeInteger(id) ? want(client, photoCommentsQuery(api, id)) : 200;
}
