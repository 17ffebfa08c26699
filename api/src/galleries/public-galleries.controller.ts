import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import {
  GalleryPhotosQuery,
  GalleryQuery,
  type GalleryDetailView,
  type GalleryListView,
  type PhotoNeighboursView,
} from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { Cached } from '../http/cache/register-response-cache.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import type { Versioned } from '../http/versions.ts';
import { isVisitorsEmbed, RequestLimit } from '../limits/request-limit.guard.ts';
import { GalleriesService } from './galleries.service.ts';

@Controller('api/galleries')
@UseGuards(ViewerGuard)
export class PublicGalleriesController {
  constructor(private readonly galleries: GalleriesService) {}

  /** Lists galleries, newest first. A visitor gets the active ones, the administrator all. */
  @Get()
  @Cached()
  list(@CurrentViewer() viewer: Viewer, @Query() query: GalleryQuery): Promise<GalleryListView> {
    return this.galleries.list(viewer, query);
  }

  /**
   * Answers a gallery with its photos, in their order. The first 500, unless `limit` or `embed` ask for fewer; the cursor
   * leads on. `next_cursor` and `total` speak of the photos.
   */
  @Get(':slug')
  @Cached()
  @UseGuards(RequestLimit('embeds', isVisitorsEmbed))
  @ApiErrors('gallery.not-found', 'request.too-many')
  get(
    @CurrentViewer() viewer: Viewer,
    @Param('slug') slug: string,
    @Query() query: GalleryPhotosQuery,
  ): Promise<Versioned<GalleryDetailView>> {
    return this.galleries.get(viewer, slug, query);
  }

  /**
   * Answers where a photo stands in a gallery, and the photos before and after it. In the gallery's order, among those that
   * the caller may see.
   */
  @Get(':slug/photos/:id/neighbours')
  @Cached()
  @ApiErrors('gallery.not-found')
  neighbours(
    @CurrentViewer() viewer: Viewer,
    @Param('slug') slug: string,
    @Param('id', new ParseIdPipe('photo.not-found')) id: number,
  ): Promise<PhotoNeighboursView> {
    return this.galleries.neighbours(viewer, slug, id);
  }
}
