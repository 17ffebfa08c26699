import { Module } from '@nestjs/common';
import { MediaAddress } from './media-address.ts';
import { MediaController, OriginalsController } from './media.controller.ts';
import { MediaRepository } from './media.repository.ts';
import { MediaService } from './media.service.ts';
import { MediaTickets } from './media-tickets.ts';
import { UploadsService } from './uploads.service.ts';

@Module({
  controllers: [MediaController, OriginalsController],
  providers: [MediaAddress, MediaRepository, MediaService, MediaTickets, UploadsService],
  exports: [MediaAddress, UploadsService],
})
export class MediaModule {}
