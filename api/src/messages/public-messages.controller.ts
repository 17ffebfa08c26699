import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { PostMessage, type MessageResponse } from '@portfolio/contracts';
import type { Granted } from '@portfolio/database';
import { GrantedGalleries } from '../access/granted.decorator.ts';
import { ApiErrors } from '../http/app-error.ts';
import { ClientAddress } from '../http/from-request.ts';
import { PublicPosts } from '../limits/public-posts.ts';
import { RequestLimit } from '../limits/request-limit.guard.ts';
import { MessagesService } from './messages.service.ts';

@Controller('api/contact')
export class PublicMessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly posts: PublicPosts,
  ) {}

  /** Sends a message to the artist. It is stored, and mailed where a mail server is configured. */
  @Post()
  @UseGuards(RequestLimit('message-requests'))
  @ApiErrors('photo.not-found', 'request.spam', 'request.too-many')
  async post(
    @Body() form: PostMessage,
    @ClientAddress() address: string,
    @GrantedGalleries() granted: Granted,
  ): Promise<MessageResponse> {
    await this.posts.take('messages', { form, address }, () => this.messages.post(form, granted));
    return { message: "Message sent successfully! I'll get back to you soon." };
  }
}
