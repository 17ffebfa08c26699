import { Module } from '@nestjs/common';
import { BackgroundMediaController } from './background-media.controller.ts';
import { BackgroundOriginalsController } from './background-originals.controller.ts';
import { MediaAddress } from './media-address.ts';
import { MediaRepository } from './media.repository.ts';
import { MediaService } from './media.service.ts';
import { MediaTickets } from './media-tickets.ts';
import { PhotoMediaController } from './photo-media.controller.ts';
import { PhotoOriginalsController } from './photo-originals.controller.ts';
import { UploadsService } from './uploads.service.ts';

@Module({
  controllers: [
    PhotoMediaController,
    PhotoOriginalsController,
    BackgroundMediaController,
    BackgroundOriginalsController,
  ],
  providers: [MediaAddress, MediaRepository, MediaService, MediaTickets, UploadsService],
  exports: [MediaAddress, UploadsService],
})
export class MediaModule {}
