import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { OnePhotoQuery, PhotoQuery, type PhotoAnswer, type PhotoListView } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { Answers } from '../http/answers.decorator.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { PhotosService } from './photos.service.ts';

@Controller('api/photos')
@UseGuards(ViewerGuard)
export class PublicPhotosController {
  constructor(private readonly photos: PhotosService) {}

  @Get()
  @Answers('PhotoListView')
  list(@CurrentViewer() viewer: Viewer, @Query() query: PhotoQuery): Promise<PhotoListView> {
    return this.photos.list(viewer, query);
  }

  @Get(':id')
  @Answers('PhotoAnswer', 'photo.not-found')
  async get(
    @CurrentViewer() viewer: Viewer,
    @Param('id', new RowId('photo.not-found')) id: number,
    @Query() query: OnePhotoQuery,
  ): Promise<PhotoAnswer> {
    return { photo: await this.photos.get(viewer, id, query) };
  }
}
