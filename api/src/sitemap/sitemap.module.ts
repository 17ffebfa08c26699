import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.ts';
import { PublicSitemapController } from './public-sitemap.controller.ts';
import { SitemapRepository } from './sitemap.repository.ts';
import { SitemapService } from './sitemap.service.ts';

@Module({
  imports: [MediaModule],
  controllers: [PublicSitemapController],
  providers: [SitemapService, SitemapRepository],
})
export class SitemapModule {}
