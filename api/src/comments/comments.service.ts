import { Injectable } from '@nestjs/common';
import type {
  CommentListView,
  CommentQuery,
  CommentView,
  ModeratedCommentListView,
  ModeratedCommentView,
  PageQuery,
  PostComment,
} from '@portfolio/contracts';
import type { Granted, Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { blankToNull } from '../http/optional-values.ts';
import { MediaAddress } from '../media/media-address.ts';
import { toCommentView, toModeratedCommentView } from './comment.view.ts';
import { CommentsRepository } from './comments.repository.ts';

@Injectable()
export class CommentsService {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly address: MediaAddress,
  ) {}

  async ofPhoto(viewer: Viewer, photoId: number, query: PageQuery, granted?: Granted): Promise<CommentListView> {
    const range = readPage('comments', query);
    const found = await this.comments.listApproved(viewer, photoId, range, granted);
    if (!found) throw new AppError('photo.not-found');
    const { page, next_cursor } = cutPage('comments', found.rows, range.limit, ({ id }) => id);
    return { comments: page.map(toCommentView), next_cursor, total: found.total, is_open: found.isOpen };
  }

  async list({ status, ...query }: CommentQuery): Promise<ModeratedCommentListView> {
    const range = readPage('moderated-comments', query);
    const { rows, total } = await this.comments.list(status, range);
    const { page, next_cursor } = cutPage('moderated-comments', rows, range.limit, ({ id }) => id);
    return { comments: page.map((comment) => toModeratedCommentView(comment, this.address)), next_cursor, total };
  }

  async recent(limit: number): Promise<ModeratedCommentView[]> {
    return (await this.comments.newest(limit)).map((comment) => toModeratedCommentView(comment, this.address));
  }

  async post(comment: PostComment, granted?: Granted): Promise<CommentView> {
    const details = {
      photoId: comment.photo_id,
      authorName: comment.author_name,
      authorEmail: comment.author_email,
      content: comment.content,
    };
    const saved = await this.comments.insert(details, granted);
    if (!saved) throw new AppError('photo.not-found');
    if (saved === 'closed') throw new AppError('comment.closed');
    return toCommentView(saved);
  }

  async reply(id: number, content: string): Promise<ModeratedCommentView> {
    const comment = await this.comments.setReply(id, blankToNull(content));
    if (!comment) throw new AppError('comment.not-found');
    return toModeratedCommentView(comment, this.address);
  }

  async decide(id: number, isApproved: boolean): Promise<ModeratedCommentView> {
    const comment = await this.comments.setApproved(id, isApproved);
    if (!comment) throw new AppError('comment.not-found');
    return toModeratedCommentView(comment, this.address);
  }

  decideSeveral(ids: number[], isApproved: boolean): Promise<number> {
    return this.comments.setEachApproved(ids, isApproved);
  }

  removeSeveral(ids: number[]): Promise<number> {
    return this.comments.removeEach(ids);
  }

  async remove(id: number): Promise<void> {
    if (!(await this.comments.remove(id))) throw new AppError('comment.not-found');
  }
}
