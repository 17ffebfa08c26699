import type {
  BatchResponse,
  BlockedSenderListView,
  BlockedSenderResponse,
  CommentResponse,
  CommentListView,
  CommentQuery,
  MessageResponse,
  ModeratedCommentResponse,
  ModeratedCommentListView,
  PostComment,
} from '@portfolio/contracts';
import { queryString, type Api } from './http.ts';
import { getQuery, pagesQuery } from './queries.ts';

/** A page of a photo's approved comments, oldest first. */
export const photoCommentsQuery = (api: Api, photoId: number, cursor?: string) => {
  const path = `/comments/photo/${photoId}${queryString({ limit: 20, cursor })}`;
  return getQuery<CommentListView>(api, [...photoCommentsKey(photoId), cursor ?? null], path);
};

/** Prefix of the keys of all pages of a photo's approved comments. */
export const photoCommentsKey = (photoId: number) => ['comments', 'photo', photoId] as const;

export const postComment = (api: Api, comment: PostComment) => api.post<CommentResponse>('/comments', comment);

/** A page of the comments that match the query, for the administrator, newest first. */
export const readModeratedComments = (api: Api, query: CommentQuery) =>
  api.get<ModeratedCommentListView>(`/comments${queryString(query)}`);

export const moderatedCommentsQuery = (api: Api, query: CommentQuery) =>
  pagesQuery<ModeratedCommentListView>(api, ['comments', 'moderated', query], '/comments', query);

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

/** Saves the artist's reply and approves the comment; an empty reply only removes the reply. */
export const replyToComment = (api: Api, id: number, content: string) =>
  api.put<ModeratedCommentResponse>(`/comments/${id}/reply`, { content });

/** Blocked senders, newest first. */
export const blockedSendersQuery = (api: Api) =>
  pagesQuery<BlockedSenderListView>(api, ['blocked-senders'], '/admin/blocked-senders');

/** @param sender an email address or a domain */
export const blockSender = (api: Api, sender: string) =>
  api.post<BlockedSenderResponse>('/admin/blocked-senders', { sender });

export const unblockSender = (api: Api, id: number) => api.delete<MessageResponse>(`/admin/blocked-senders/${id}`);
