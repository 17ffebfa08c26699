import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { PageQuery, type LatestNewsView, type NewsItemResponse, type NewsListView } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { Cached } from '../http/cache/response-cache.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import type { Versioned } from '../http/versions.ts';
import { NewsService } from './news.service.ts';

@Controller('api')
export class PublicNewsController {
  constructor(private readonly news: NewsService) {}

  /** Returns the latest public news item with text, or null. */
  @Get('public/news/latest')
  @Cached()
  async latest(): Promise<LatestNewsView> {
    return { news: await this.news.latest() };
  }

  /** Lists news, newest first. Visitors see public items only. */
  @Get('news')
  @Cached()
  @UseGuards(ViewerGuard)
  list(@CurrentViewer() viewer: Viewer, @Query() query: PageQuery): Promise<NewsListView> {
    return this.news.list(viewer, query);
  }

  /** Returns a news item. Visitors see public items only. */
  @Get('news/:id')
  @Cached()
  @UseGuards(ViewerGuard)
  @ApiErrors('news.gone')
  get(
    @CurrentViewer() viewer: Viewer,
    @Param('id', new ParseIdPipe('news.not-found')) id: number,
  ): Promise<Versioned<NewsItemResponse>> {
    return this.news.get(viewer, id);
  }
}
