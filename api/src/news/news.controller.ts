import { Body, Controller, Delete, Param, Post, Put, UseGuards } from '@nestjs/common';
import { SaveNewsItem, type MessageResponse, type NewsItemResponse } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { IfMatch, type Precondition, type Versioned } from '../http/versions.ts';
import { NewsService } from './news.service.ts';

@Controller('api/news')
@UseGuards(AdminGuard)
export class NewsController {
  constructor(private readonly news: NewsService) {}

  /** Creates a news item, active by default. */
  @Post()
  @ApiErrors('photo.not-found', 'schedule.order')
  create(@Body() item: SaveNewsItem): Promise<Versioned<NewsItemResponse>> {
    return this.news.create(item);
  }

  /** Changes a news item. Omitted fields and a null `is_active` stay; other null or empty ones are cleared. */
  @Put(':id')
  @ApiErrors('photo.not-found', 'schedule.order', 'request.outdated')
  update(
    @Param('id', new ParseIdPipe('news.not-found')) id: number,
    @Body() changes: SaveNewsItem,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<NewsItemResponse>> {
    return this.news.update(id, changes, precondition);
  }

  /** Moves a news item to the trash. */
  @Delete(':id')
  async remove(@Param('id', new ParseIdPipe('news.not-found')) id: number): Promise<MessageResponse> {
    await this.news.remove(id);
    return { message: 'News deleted successfully' };
  }
}
