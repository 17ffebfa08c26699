import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { PageQuery, type GalleryDetailView, type TagListView } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { Cached } from '../http/cache/register-response-cache.ts';
import { PhotosService } from './photos.service.ts';

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
