import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { GalleryQuery, type GalleryDetailView, type GalleryListView } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { GalleriesService } from './galleries.service.ts';

@Controller('api/galleries')
@UseGuards(ViewerGuard)
export class PublicGalleriesController {
  constructor(private readonly galleries: GalleriesService) {}

  @Get()
  list(@CurrentViewer() viewer: Viewer, @Query() query: GalleryQuery): Promise<GalleryListView> {
    return this.galleries.list(viewer, query);
  }

  @Get(':slug')
  get(@CurrentViewer() viewer: Viewer, @Param('slug') slug: string): Promise<GalleryDetailView> {
    return this.galleries.get(viewer, slug);
  }
}
