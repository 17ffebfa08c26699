import { Body, Controller, Delete, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { SaveGallery, UpdateGallery, type GalleryAnswer, type MessageAnswer } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { Answers } from '../http/answers.decorator.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { GalleriesService } from './galleries.service.ts';

@ApiBearerAuth()
@Controller('api/galleries')
@UseGuards(AdminGuard)
export class GalleriesController {
  constructor(private readonly galleries: GalleriesService) {}

  @Post()
  @Answers('GalleryAnswer', 'gallery.slug-taken', 'gallery.unknown-photo')
  async create(@Body() details: SaveGallery): Promise<GalleryAnswer> {
    return { gallery: await this.galleries.create(details) };
  }

  @Put(':id')
  @Answers('GalleryAnswer', 'gallery.not-found', 'gallery.slug-taken', 'gallery.unknown-photo')
  async update(
    @Param('id', new RowId('gallery.not-found')) id: number,
    @Body() details: UpdateGallery,
  ): Promise<GalleryAnswer> {
    return { gallery: await this.galleries.update(id, details) };
  }

  @Delete(':id')
  @Answers('MessageAnswer', 'gallery.not-found')
  async remove(@Param('id', new RowId('gallery.not-found')) id: number): Promise<MessageAnswer> {
    await this.galleries.remove(id);
    return { message: 'Gallery deleted successfully' };
  }
}
