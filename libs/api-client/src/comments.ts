import type { CommentListView } from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';

/** The approved comments on a photo, oldest first. */
export const photoCommentsQuery = (api: Api, photoId: number) =>
  queryOptions({
    queryKey: ['comments', 'photo', photoId],
    queryFn: ({ signal }) => api.get<CommentListView>(`/comments/photo/${photoId}`, signal),
  });
