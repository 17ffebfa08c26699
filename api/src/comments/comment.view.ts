import type { CommentView } from '@portfolio/contracts';
import type { Comment } from '@portfolio/database';

/** As visitors see it: without the author's address. */
export const toCommentView = (comment: Comment): CommentView => ({
  id: comment.id,
  photo_id: comment.photoId,
  author_name: comment.authorName,
  content: comment.content,
  is_approved: comment.isApproved,
  created_at: comment.createdAt.toISOString(),
});
