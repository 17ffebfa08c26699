import { Module } from '@nestjs/common';
import { MediaAddress } from './media-address.ts';
import { MediaController } from './media.controller.ts';
import { MediaRepository } from './media.repository.ts';
import { MediaTickets } from './media-tickets.ts';
import { OriginalsController } from './originals.controller.ts';

@Module({
  controllers: [MediaController, OriginalsController],
  providers: [MediaAddress, MediaRepository, MediaTickets],
  exports: [MediaAddress, MediaTickets],
})
export class MediaModule {}
