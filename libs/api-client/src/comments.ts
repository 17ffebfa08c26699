import type {
  BatchResponse,
  CommentAnswer,
  CommentListView,
  CommentQuery,
  MessageResponse,
  ModeratedCommentAnswer,
  ModeratedCommentListView,
  PostComment,
} from '@portfolio/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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

/** A page of all comments, newest first: the administrator's. */
export const readModeratedComments = (api: Api, query: CommentQuery = {}, signal?: AbortSignal) =>
  api.get<ModeratedCommentListView>(`/comments${queryString(query)}`, signal);

/** The same, page by page. */
export const moderatedCommentsQuery = (api: Api, query: CommentQuery = {}) =>
  infiniteQueryOptions({
    queryKey: ['comments', 'moderated', query],
    queryFn: ({ pageParam, signal }) => readModeratedComments(api, { ...query, cursor: pageParam }, signal),
    initialPageParam: query.cursor,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** Approves a comment, or takes the approval back. */
export const decideComment = (api: Api, id: number, isApproved: boolean) =>
  api.put<ModeratedCommentAnswer>(`/comments/${id}/approve`, isApproved ? undefined : { is_approved: false });

export const deleteComment = (api: Api, id: number) => api.delete<MessageResponse>(`/comments/${id}`);

/** @param comment_ids at most `LIMITS.batch` */
export const decideComments = (api: Api, comment_ids: number[], is_approved: boolean) =>
  api.put<BatchResponse>('/comments/batch/approve', { comment_ids, is_approved });

/** @param comment_ids at most `LIMITS.batch` */
export const deleteComments = (api: Api, comment_ids: number[]) =>
  api.post<BatchResponse>('/comments/batch/delete', { comment_ids });
