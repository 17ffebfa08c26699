import { Module } from '@nestjs/common';
import { MediaAddress } from './media-address.ts';
import { MediaController } from './media.controller.ts';
import { MediaRepository } from './media.repository.ts';
import { MediaTickets } from './media-tickets.ts';

@Module({
  controllers: [MediaController],
  providers: [MediaAddress, MediaRepository, MediaTickets],
  exports: [MediaAddress, MediaTickets],
})
export class MediaModule {}
