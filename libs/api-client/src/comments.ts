import type { CommentAnswer, CommentListView, PostComment } from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';

/** The approved comments on a photo, oldest first. */
export const photoCommentsQuery = (api: Api, photoId: number) =>
  queryOptions({
    queryKey: ['comments', 'photo', photoId],
    queryFn: ({ signal }) => api.get<CommentListView>(`/comments/photo/${photoId}`, signal),
  });

/** Posts a comment on a photo; visitors see it once it has been approved. */
export const postComment = (api: Api, comment: PostComment) => api.post<CommentAnswer>('/comments', comment);
