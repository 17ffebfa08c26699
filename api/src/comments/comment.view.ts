import type { CommentView, ModeratedCommentView } from '@portfolio/contracts';
import type { Comment, Photo } from '@portfolio/database';
import type { MediaAddress } from '../media/media-address.ts';
import { shownJpegs } from '../photos/photo.view.ts';

export type CommentRecord = Omit<Comment, 'photo' | 'deletedAt'>;

/** Without the author's email, for visitors. */
export const toCommentView = (comment: CommentRecord): CommentView => ({
  id: comment.id,
  photo_id: comment.photoId,
  author_name: comment.authorName,
  content: comment.content,
  is_approved: comment.isApproved,
  created_at: comment.createdAt.toISOString(),
  ...(comment.reply !== null &&
    comment.repliedAt && { reply: { content: comment.reply, created_at: comment.repliedAt.toISOString() } }),
});

export type CommentOnPhoto = CommentRecord & { photo: Pick<Photo, 'id' | 'title' | 'version' | 'renditions'> };

export function toModeratedCommentView(
  { photo, ...comment }: CommentOnPhoto,
  address: MediaAddress,
): ModeratedCommentView {
  const { smallThumbnail } = shownJpegs(photo);
  return {
    ...toCommentView(comment),
    author_email: comment.authorEmail,
    photo_title: photo.title,
    // The ticket opens public photos too.
    photo_thumbnail_url: smallThumbnail ? address.of(photo, smallThumbnail, { isPublic: false }) : null,
  };
}
