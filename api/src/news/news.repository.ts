import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { NewsItem, PUBLIC } from '@portfolio/database';
import { Repository } from 'typeorm';

@Injectable()
export class NewsRepository {
  constructor(@InjectRepository(NewsItem) private readonly news: Repository<NewsItem>) {}

  latestPublic(): Promise<NewsItem | null> {
    return this.news
      .createQueryBuilder('item')
      .where(PUBLIC.newsItem('item'))
      .orderBy('item.id', 'DESC')
      .limit(1)
      .getOne();
  }

  insert(item: Pick<NewsItem, 'headline' | 'content' | 'link' | 'isActive'>): Promise<NewsItem> {
    return this.news.save({ ...item });
  }
}
