import { Module } from '@nestjs/common';
import { MessagesController } from './messages.controller.ts';
import { MessagesRepository } from './messages.repository.ts';
import { MessagesService } from './messages.service.ts';
import { PublicMessagesController } from './public-messages.controller.ts';

@Module({
  controllers: [PublicMessagesController, MessagesController],
  providers: [MessagesService, MessagesRepository],
})
export class MessagesModule {}
