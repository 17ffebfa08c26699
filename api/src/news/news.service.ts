import { Injectable } from '@nestjs/common';
import type { NewsItemView, SaveNewsItem } from '@portfolio/contracts';
import { toNewsItemView } from './news-item.view.ts';
import { NewsRepository } from './news.repository.ts';

@Injectable()
export class NewsService {
  constructor(private readonly news: NewsRepository) {}

  async latest(): Promise<NewsItemView | null> {
    const item = await this.news.latestPublic();
    return item && toNewsItemView(item);
  }

  async create({ headline, content, link, is_active }: SaveNewsItem): Promise<NewsItemView> {
    const item = await this.news.insert({
      headline: headline || null,
      content: content || null,
      link: link || null,
      isActive: is_active ?? true,
    });
    return toNewsItemView(item);
  }
}
