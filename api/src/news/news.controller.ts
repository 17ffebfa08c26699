import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { SaveNewsItem, type NewsItemView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { NewsService } from './news.service.ts';

@ApiBearerAuth()
@Controller('api/news')
@UseGuards(AdminGuard)
export class NewsController {
  constructor(private readonly news: NewsService) {}

  @Post()
  async create(@Body() item: SaveNewsItem): Promise<{ news: NewsItemView }> {
    return { news: await this.news.create(item) };
  }
}
