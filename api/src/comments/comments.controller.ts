import { Body, Controller, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { DecideComment, type CommentView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { CommentsService } from './comments.service.ts';

@ApiBearerAuth()
@Controller('api/comments')
@UseGuards(AdminGuard)
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Put(':id/approve')
  async decide(
    @Param('id', new RowId('comment.not-found')) id: number,
    @Body() { is_approved }: DecideComment,
  ): Promise<{ comment: CommentView }> {
    return { comment: await this.comments.decide(id, is_approved ?? true) };
  }
}
