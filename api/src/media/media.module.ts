import { Module } from '@nestjs/common';
import { BackgroundMediaController, BackgroundOriginalController } from './background-media.controller.ts';
import { BackgroundMediaRepository } from './background-media.repository.ts';
import { MediaAddress } from './media-address.ts';
import { MediaController } from './media.controller.ts';
import { MediaRepository } from './media.repository.ts';
import { MediaTickets } from './media-tickets.ts';
import { OriginalsController } from './originals.controller.ts';
import { UploadsService } from './uploads.service.ts';

@Module({
  controllers: [MediaController, OriginalsController, BackgroundMediaController, BackgroundOriginalController],
  providers: [MediaAddress, MediaRepository, BackgroundMediaRepository, MediaTickets, UploadsService],
  exports: [MediaAddress, UploadsService],
})
export class MediaModule {}
