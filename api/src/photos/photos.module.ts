import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.ts';
import { PhotoChangesRepository } from './photo-changes.repository.ts';
import { PhotoChangesService } from './photo-changes.service.ts';
import { PhotoUploadsService } from './photo-uploads.service.ts';
import { BulkPhotosController, PhotosController, UploadLimitsController } from './photos.controller.ts';
import { PhotosRepository } from './photos.repository.ts';
import { PhotosService } from './photos.service.ts';
import { PublicPhotosController, PublicTagsController } from './public-photos.controller.ts';

@Module({
  imports: [MediaModule],
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
