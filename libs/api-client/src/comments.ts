import type { CommentAnswer, CommentListView, PostComment } from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';

/** Comments that a visitor gets at once. */
const PAGE = 20;

/** The approved comments on a photo, oldest first: a page of them. The key begins with `photoCommentsKey`. */
export const photoCommentsQuery = (api: Api, photoId: number, cursor?: string) =>
  queryOptions({
    queryKey: [...photoCommentsKey(photoId), cursor ?? null],
    queryFn: ({ signal }) =>
      api.get<CommentListView>(`/comments/photo/${photoId}${queryString({ limit: PAGE, cursor })}`, signal),
  });

/** What the keys of all comments on a photo have in common. */
export const photoCommentsKey = (photoId: number) => ['comments', 'photo', photoId] as const;

/** Posts a comment on a photo; visitors see it once it has been approved. */
export const postComment = (api: Api, comment: PostComment) => api.post<CommentAnswer>('/comments', comment);
