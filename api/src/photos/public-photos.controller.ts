import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import {
  EmbeddablePhotoQuery,
  type GalleryDetailView,
  PageQuery,
  type PhotoListView,
  PhotoQuery,
  type PhotoResponse,
  type TagListView,
} from '@portfolio/contracts';
import type { Granted, Viewer } from '@portfolio/database';
import { GrantedGalleries } from '../access/granted.decorator.ts';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { Cached } from '../http/cache/response-cache.ts';
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
  @ApiErrors('photo.gone', 'request.too-many')
  get(
    @CurrentViewer() viewer: Viewer,
    @Param('id', new ParseIdPipe('photo.not-found')) id: number,
    @Query() query: EmbeddablePhotoQuery,
    @GrantedGalleries() granted: Granted,
  ): Promise<Versioned<PhotoResponse>> {
    return this.photos.get(viewer, id, query, granted);
  }
}

@Controller('api/tags')
@UseGuards(ViewerGuard)
export class PublicTagsController {
  constructor(private readonly photos: PhotosService) {}

  /**
   * Lists the tags of photos, the most used first. Visitors get those of listed photos, where the site has pages of tags. The
   * list ends after 5,000 tags.
   */
  @Get()
  @Cached()
  async list(@CurrentViewer() viewer: Viewer): Promise<TagListView> {
    return { tags: await this.photos.tags(viewer) };
  }

  /** Returns the photos with a tag as a gallery, newest first. Its `slug` is the tag in lowercase, its `id` 0. */
  @Get(':tag')
  @Cached()
  @ApiErrors('tag.not-found')
  get(
    @CurrentViewer() viewer: Viewer,
    @Param('tag') tag: string,
    @Query() query: PageQuery,
  ): Promise<GalleryDetailView> {
    return this.photos.withTag(viewer, tag, query);
  }
}
