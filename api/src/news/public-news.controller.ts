import { Controller, Get } from '@nestjs/common';
import type { NewsItemView } from '@portfolio/contracts';
import { NewsService } from './news.service.ts';

@Controller('api/public/news')
export class PublicNewsController {
  constructor(private readonly news: NewsService) {}

  @Get('latest')
  async latest(): Promise<{ news: NewsItemView | null }> {
    return { news: await this.news.latest() };
  }
}
