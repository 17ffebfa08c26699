import type {
  BatchResponse,
  CommentResponse,
  CommentListView,
  CommentQuery,
  MessageResponse,
  ModeratedCommentResponse,
  ModeratedCommentListView,
  PostComment,
} from '@portfolio/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';

/** Comments on one page. */
const PAGE = 20;

/** A page of a photo's approved comments, oldest first. */
export const photoCommentsQuery = (api: Api, photoId: number, cursor?: string) =>
  queryOptions({
    queryKey: [...photoCommentsKey(photoId), cursor ?? null],
    queryFn: ({ signal }) =>
      api.get<CommentListView>(`/comments/photo/${photoId}${queryString({ limit: PAGE, cursor })}`, signal),
  });

/** Key prefix of all comments on a photo. */
export const photoCommentsKey = (photoId: number) => ['comments', 'photo', photoId] as const;

export const postComment = (api: Api, comment: PostComment) => api.post<CommentResponse>('/comments', comment);

/** A page of all comments for the administrator, newest first. */
export const readModeratedComments = (api: Api, query: CommentQuery = {}, signal?: AbortSignal) =>
  api.get<ModeratedCommentListView>(`/comments${queryString(query)}`, signal);

export const moderatedCommentsQuery = (api: Api, query: CommentQuery = {}) =>
  infiniteQueryOptions({
    queryKey: ['comments', 'moderated', query],
    queryFn: ({ pageParam, signal }) => readModeratedComments(api, { ...query, cursor: pageParam }, signal),
    initialPageParam: query.cursor,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** Approves a comment, or revokes its approval. */
export const decideComment = (api: Api, id: number, isApproved: boolean) =>
  api.put<ModeratedCommentResponse>(`/comments/${id}/approve`, isApproved ? undefined : { is_approved: false });

export const deleteComment = (api: Api, id: number) => api.delete<MessageResponse>(`/comments/${id}`);

/** @param comment_ids at most `LIMITS.batch` */
export const decideComments = (api: Api, comment_ids: number[], is_approved: boolean) =>
  api.put<BatchResponse>('/comments/batch/approve', { comment_ids, is_approved });

/** @param comment_ids at most `LIMITS.batch` */
export const deleteComments = (api: Api, comment_ids: number[]) =>
  api.post<BatchResponse>('/comments/batch/delete', { comment_ids });
