import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { OnePhotoQuery, PhotoQuery, type PhotoAnswer, type PhotoListView } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { Cached } from '../http/cache/register-response-cache.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import type { Versioned } from '../http/versions.ts';
import { isVisitorsEmbed, RequestLimit } from '../limits/request-limit.guard.ts';
import { PhotosService } from './photos.service.ts';

@Controller('api/photos')
@UseGuards(ViewerGuard)
export class PublicPhotosController {
  constructor(private readonly photos: PhotosService) {}

  /**
   * Lists photos. A visitor gets the public ones that are not unlisted, newest first, the administrator all in the order of
   * `sort`: without one the newest upload batch first, each batch in its order. With `embed=base64` each carries its
   * thumbnails, and a page has at most 24.
   */
  @Get()
  @Cached()
  @UseGuards(RequestLimit('embeds', isVisitorsEmbed))
  @ApiErrors('request.too-many')
  list(@CurrentViewer() viewer: Viewer, @Query() query: PhotoQuery): Promise<PhotoListView> {
    return this.photos.list(viewer, query);
  }

  /** Answers a photo. With `embed=base64` it carries its picture and both thumbnails. */
  @Get(':id')
  @Cached()
  @UseGuards(RequestLimit('embeds', isVisitorsEmbed))
  @ApiErrors('photo.not-found', 'request.too-many')
  get(
    @CurrentViewer() viewer: Viewer,
    @Param('id', new ParseIdPipe('photo.not-found')) id: number,
    @Query() query: OnePhotoQuery,
  ): Promise<Versioned<PhotoAnswer>> {
    return this.photos.get(viewer, id, query);
  }
}
