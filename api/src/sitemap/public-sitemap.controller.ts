import { Controller, Get, Param } from '@nestjs/common';
import type { SitemapPartView, SitemapView } from '@portfolio/contracts';
import { Cached } from '../http/cache/response-cache.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { SitemapService } from './sitemap.service.ts';

/** What search engines may visit. Also the administrator gets what visitors see. */
@Controller('api/public/sitemap')
export class PublicSitemapController {
  constructor(private readonly sitemap: SitemapService) {}

  /** Lists the parts of the sitemap. */
  @Get()
  @Cached()
  list(): Promise<SitemapView> {
    return this.sitemap.list();
  }

  /** Returns the public galleries and photos of a part, with their pictures. */
  @Get(':part')
  @Cached()
  get(@Param('part', new ParseIdPipe('route.not-found')) part: number): Promise<SitemapPartView> {
    return this.sitemap.get(part);
  }
}
