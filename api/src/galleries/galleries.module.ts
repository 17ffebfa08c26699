import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.ts';
import { PhotosModule } from '../photos/photos.module.ts';
import { GalleriesController } from './galleries.controller.ts';
import { GalleriesRepository } from './galleries.repository.ts';
import { GalleriesService } from './galleries.service.ts';
import { PublicGalleriesController } from './public-galleries.controller.ts';

@Module({
  imports: [MediaModule, PhotosModule],
  controllers: [PublicGalleriesController, GalleriesController],
  providers: [GalleriesService, GalleriesRepository],
})
export class GalleriesModule {}
