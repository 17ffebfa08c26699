import { Module } from '@nestjs/common';
import { PhotosModule } from '../photos/photos.module.ts';
import { NewsController } from './news.controller.ts';
import { NewsRepository } from './news.repository.ts';
import { NewsService } from './news.service.ts';
import { PublicNewsController } from './public-news.controller.ts';

@Module({
  imports: [PhotosModule],
  controllers: [PublicNewsController, NewsController],
  providers: [NewsService, NewsRepository],
})
export class NewsModule {}
