import { Body, Controller, Post } from '@nestjs/common';
import { PostMessage, type MessageAnswer } from '@portfolio/contracts';
import { Answers } from '../http/answers.decorator.ts';
import { MessagesService } from './messages.service.ts';

@Controller('api/contact')
export class PublicMessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Post()
  @Answers('MessageAnswer', 'photo.not-found')
  async post(@Body() message: PostMessage): Promise<MessageAnswer> {
    await this.messages.post(message);
    return { message: "Message sent successfully! I'll get back to you soon." };
  }
}
