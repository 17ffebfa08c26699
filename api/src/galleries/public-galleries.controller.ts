import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import {
  GalleryPhotosQuery,
  GalleryQuery,
  type GalleryDetailView,
  type GalleryListView,
  type NextGalleryResponse,
  type PhotoNeighboursView,
} from '@portfolio/contracts';
import type { Granted, Viewer } from '@portfolio/database';
import { GrantedGalleries } from '../access/granted.decorator.ts';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { Cached } from '../http/cache/response-cache.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import type { Versioned } from '../http/versions.ts';
import { isAnonymousEmbedRequest, RequestLimit } from '../limits/request-limit.guard.ts';
import { GalleriesService } from './galleries.service.ts';

@Controller('api/galleries')
@UseGuards(ViewerGuard)
export class PublicGalleriesController {
  constructor(private readonly galleries: GalleriesService) {}

  /** Lists galleries in the artist's order, new ones first. Visitors get public ones, the administrator all. */
  @Get()
  @Cached()
  list(@CurrentViewer() viewer: Viewer, @Query() query: GalleryQuery): Promise<GalleryListView> {
    return this.galleries.list(viewer, query);
  }

  /**
   * Returns a gallery with its photos, in order. A page has 500, or fewer by `limit` or `embed`. `next_cursor` and `total` are
   * of the photos. A private gallery is not found without the cookie of `unlock`.
   */
  @Get(':slug')
  @Cached()
  @UseGuards(RequestLimit('embeds', isAnonymousEmbedRequest))
  @ApiErrors('gallery.not-found', 'gallery.gone', 'request.too-many')
  get(
    @CurrentViewer() viewer: Viewer,
    @Param('slug') slug: string,
    @Query() query: GalleryPhotosQuery,
    @GrantedGalleries() granted: Granted,
  ): Promise<Versioned<GalleryDetailView>> {
    return this.galleries.get(viewer, slug, query, granted);
  }

  /** Returns the gallery with photos that follows this one in the list. After the last one it is the first. */
  @Get(':slug/next')
  @Cached()
  @ApiErrors('gallery.not-found')
  next(@CurrentViewer() viewer: Viewer, @Param('slug') slug: string): Promise<NextGalleryResponse> {
    return this.galleries.next(viewer, slug);
  }

  /** Returns the position of a photo in a gallery, and its neighbours. Counts only photos that the caller may see. */
  @Get(':slug/photos/:id/neighbours')
  @Cached()
  @ApiErrors('gallery.not-found')
  neighbours(
    @CurrentViewer() viewer: Viewer,
    @Param('slug') slug: string,
    @Param('id', new ParseIdPipe('photo.not-found')) id: number,
    @GrantedGalleries() granted: Granted,
  ): Promise<PhotoNeighboursView> {
    return this.galleries.neighbours(viewer, slug, id, granted);
  }
}
