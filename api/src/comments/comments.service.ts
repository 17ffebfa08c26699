import { Injectable } from '@nestjs/common';
import type { CommentListView, CommentView, PageQuery, PostComment } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { PhotosService } from '../photos/photos.service.ts';
import { toCommentView } from './comment.view.ts';
import { CommentsRepository } from './comments.repository.ts';

@Injectable()
export class CommentsService {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly photos: PhotosService,
  ) {}

  /** The approved comments on a photo that the viewer may see. */
  async ofPhoto(viewer: Viewer, photoId: number, query: PageQuery): Promise<CommentListView> {
    const window = readPage('comments', query);
    await this.photos.get(viewer, photoId);
    const { rows, total } = await this.comments.listApproved(photoId, window);
    const { page, next_cursor } = cutPage('comments', rows, window.limit, ({ id }) => id);
    return { comments: page.map(toCommentView), next_cursor, total };
  }

  async post(comment: PostComment): Promise<CommentView> {
    const saved = await this.comments.insert({
      photoId: comment.photo_id,
      authorName: comment.author_name,
      authorEmail: comment.author_email,
      content: comment.content,
    });
    if (!saved) throw new AppError('photo.not-found');
    return toCommentView(saved);
  }

  async decide(id: number, isApproved: boolean): Promise<CommentView> {
    const comment = await this.comments.setApproved(id, isApproved);
    if (!comment) throw new AppError('comment.not-found');
    return toCommentView(comment);
  }
}
