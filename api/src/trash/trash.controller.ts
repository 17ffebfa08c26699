import { Body, Controller, Delete, Get, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import {
  PageQuery,
  SelectTrashed,
  type BatchResponse,
  type EmptyTrashResponse,
  type TrashView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { batchResponse } from '../http/batch-response.ts';
import { TrashService } from './trash.service.ts';

@Controller('api/admin/trash')
@UseGuards(AdminGuard)
export class TrashController {
  constructor(private readonly trash: TrashService) {}

  /**
   * Lists the items in the trash, latest deletion first. Comments deleted with their photo are not listed. Items
   * stay for 30 days.
   */
  @Get()
  list(@Query() query: PageQuery): Promise<TrashView> {
    return this.trash.list(query);
  }

  /**
   * Restores items as they were, all or nothing. A photo returns to its galleries with its comments. A comment on a photo in
   * the trash returns with the photo. A gallery whose address is taken gets another one.
   */
  @Post('restore')
  @HttpCode(200)
  async restore(@Body() selected: SelectTrashed): Promise<BatchResponse> {
    return batchResponse(await this.trash.restore(selected), 'item', 'restored');
  }

  /** Deletes items for good. */
  @Post('delete')
  @HttpCode(200)
  async remove(@Body() selected: SelectTrashed): Promise<BatchResponse> {
    return batchResponse(await this.trash.remove(selected), 'item', 'deleted');
  }

  /** Empties the trash. One request deletes at most 500 items of a kind; `left` is the number of the others. */
  @Delete()
  async empty(): Promise<EmptyTrashResponse> {
    const { count, left } = await this.trash.empty();
    return { ...batchResponse(count, 'item', 'deleted'), left };
  }
}
