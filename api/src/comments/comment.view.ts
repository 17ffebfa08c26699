import type { CommentView, ModeratedCommentView } from '@portfolio/contracts';
import type { Comment } from '@portfolio/database';

/** Without the author's email, for visitors. */
export const toCommentView = (comment: Comment): CommentView => ({
  id: comment.id,
  photo_id: comment.photoId,
  author_name: comment.authorName,
  content: comment.content,
  is_approved: comment.isApproved,
  created_at: comment.createdAt.toISOString(),
});

export type CommentOnPhoto = Comment & { photo: { title: string } };

export const toModeratedCommentView = (comment: CommentOnPhoto): ModeratedCommentView => ({
  ...toCommentView(comment),
  author_email: comment.authorEmail,
  photo_title: comment.photo.title,
});
