import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { EmbeddablePhotoQuery, PhotoQuery, type PhotoResponse, type PhotoListView } from '@portfolio/contracts';
import type { Granted, Viewer } from '@portfolio/database';
import { GrantedGalleries } from '../access/granted.decorator.ts';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { Cached } from '../http/cache/register-response-cache.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import type { Versioned } from '../http/versions.ts';
import { isAnonymousEmbedRequest, RequestLimit } from '../limits/request-limit.guard.ts';
import { PhotosService } from './photos.service.ts';

@Controller('api/photos')
@UseGuards(ViewerGuard)
export class PublicPhotosController {
  constructor(private readonly photos: PhotosService) {}

  /**
   * Lists photos. Visitors get listed public ones, newest first. The administrator gets all, by `sort`; the default is the
   * newest upload batch first, each batch in its order. With `embed=base64` each has its thumbnails, and a page at most 24.
   */
  @Get()
  @Cached()
  @UseGuards(RequestLimit('embeds', isAnonymousEmbedRequest))
  @ApiErrors('request.too-many')
  list(@CurrentViewer() viewer: Viewer, @Query() query: PhotoQuery): Promise<PhotoListView> {
    return this.photos.list(viewer, query);
  }

  /** Returns a photo. With `embed=base64` it has its image and both thumbnails. */
  @Get(':id')
  @Cached()
  @UseGuards(RequestLimit('embeds', isAnonymousEmbedRequest))
  @ApiErrors('photo.not-found', 'photo.gone', 'request.too-many')
  get(
    @CurrentViewer() viewer: Viewer,
    @Param('id', new ParseIdPipe('photo.not-found')) id: number,
    @Query() query: EmbeddablePhotoQuery,
    @GrantedGalleries() granted: Granted,
  ): Promise<Versioned<PhotoResponse>> {
    return this.photos.get(viewer, id, query, granted);
  }
}
