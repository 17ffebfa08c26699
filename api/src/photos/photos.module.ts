import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Photo } from '@portfolio/database';
import { MediaModule } from '../media/media.module.ts';
import { PhotosController } from './photos.controller.ts';
import { PhotosRepository } from './photos.repository.ts';
import { PhotosService } from './photos.service.ts';
import { PublicPhotosController } from './public-photos.controller.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Photo]), MediaModule],
  controllers: [PublicPhotosController, PhotosController],
  providers: [PhotosService, PhotosRepository],
  exports: [PhotosService],
})
export class PhotosModule {}
