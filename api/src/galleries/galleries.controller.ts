import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { SaveGallery, type GalleryView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { GalleriesService } from './galleries.service.ts';

@ApiBearerAuth()
@Controller('api/galleries')
@UseGuards(AdminGuard)
export class GalleriesController {
  constructor(private readonly galleries: GalleriesService) {}

  @Post()
  async create(@Body() details: SaveGallery): Promise<{ gallery: GalleryView }> {
    return { gallery: await this.galleries.create(details) };
  }
}
