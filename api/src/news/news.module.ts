import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NewsItem } from '@portfolio/database';
import { PhotosModule } from '../photos/photos.module.ts';
import { NewsController } from './news.controller.ts';
import { NewsRepository } from './news.repository.ts';
import { NewsService } from './news.service.ts';
import { PublicNewsController } from './public-news.controller.ts';

@Module({
  imports: [TypeOrmModule.forFeature([NewsItem]), PhotosModule],
  controllers: [PublicNewsController, NewsController],
  providers: [NewsService, NewsRepository],
})
export class NewsModule {}
