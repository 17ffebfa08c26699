import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { PageQuery, PostComment, type CommentResponse, type CommentListView } from '@portfolio/contracts';
import type { Granted, Viewer } from '@portfolio/database';
import { GrantedGalleries } from '../access/granted.decorator.ts';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { Cached } from '../http/cache/response-cache.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { ClientAddress } from '../http/from-request.ts';
import { PublicPosts } from '../limits/public-posts.ts';
import { RequestLimit } from '../limits/request-limit.guard.ts';
import { CommentsService } from './comments.service.ts';

@Controller('api/comments')
export class PublicCommentsController {
  constructor(
    private readonly comments: CommentsService,
    private readonly posts: PublicPosts,
  ) {}

  /** Lists the approved comments on a photo, oldest first. */
  @Get('photo/:photoId')
  @Cached()
  @UseGuards(ViewerGuard)
  ofPhoto(
    @CurrentViewer() viewer: Viewer,
    @Param('photoId', new ParseIdPipe('photo.not-found')) photoId: number,
    @Query() query: PageQuery,
    @GrantedGalleries() granted: Granted,
  ): Promise<CommentListView> {
    return this.comments.ofPhoto(viewer, photoId, query, granted);
  }

  /** Posts a comment on a photo. Visitors see it after its approval. The token is ignored. */
  @Post()
  @UseGuards(RequestLimit('comment-requests'))
  @ApiErrors('photo.not-found', 'comment.closed', 'request.spam', 'request.too-many')
  async post(
    @Body() form: PostComment,
    @ClientAddress() address: string,
    @GrantedGalleries() granted: Granted,
  ): Promise<CommentResponse> {
    return { comment: await this.posts.take('comments', { form, address }, () => this.comments.post(form, granted)) };
  }
}
