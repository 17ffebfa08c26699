import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Photo } from '@portfolio/database';
import { MediaModule } from '../media/media.module.ts';
import { BulkPhotosController } from './bulk-photos.controller.ts';
import { PhotoChangesRepository } from './photo-changes.repository.ts';
import { PhotoChangesService } from './photo-changes.service.ts';
import { PhotoUploadsService } from './photo-uploads.service.ts';
import { PhotosController, UploadLimitsController } from './photos.controller.ts';
import { PhotosRepository } from './photos.repository.ts';
import { PhotosService } from './photos.service.ts';
import { PublicPhotosController } from './public-photos.controller.ts';
import { PublicTagsController } from './public-tags.controller.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Photo]), MediaModule],
  controllers: [
    PublicPhotosController,
    PublicTagsController,
    PhotosController,
    BulkPhotosController,
    UploadLimitsController,
  ],
  providers: [PhotosService, PhotosRepository, PhotoChangesService, PhotoUploadsService, PhotoChangesRepository],
  exports: [PhotosService],
})
export class PhotosModule {}
