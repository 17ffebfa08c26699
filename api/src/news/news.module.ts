import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NewsItem } from '@portfolio/database';
import { NewsController } from './news.controller.ts';
import { NewsRepository } from './news.repository.ts';
import { NewsService } from './news.service.ts';
import { PublicNewsController } from './public-news.controller.ts';

@Module({
  imports: [TypeOrmModule.forFeature([NewsItem])],
  controllers: [PublicNewsController, NewsController],
  providers: [NewsService, NewsRepository],
})
export class NewsModule {}
