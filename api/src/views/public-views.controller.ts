import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { CountView } from '@portfolio/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ViewCounter } from './view-counter.ts';

/** Counts views. Without JavaScript only an image can send the request, hence GET. */
@Controller('api/views')
export class PublicViewsController {
  constructor(private readonly counter: ViewCounter) {}

  /** Counts the view of a public page. Views by the administrator, known bots and prerendered pages do not count. */
  @Get()
  async count(@Query() view: CountView, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.counter.count(view, request);
    // Security headers of nothing would be most of the bytes.
    for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    await reply.code(204).header('cache-control', 'no-store').send();
  }
}
