import { Controller, Get, Header, HttpCode, Query, Req } from '@nestjs/common';
import { CountView } from '@portfolio/contracts';
import type { FastifyRequest } from 'fastify';
import { ViewCounter } from './view-counter.ts';

/** Counts views. Without JavaScript only an image can send the request, hence GET. */
@Controller('api/views')
export class PublicViewsController {
  constructor(private readonly counter: ViewCounter) {}

  /** Counts the view of a public page. Views by the administrator, known bots and prerendered pages do not count. */
  @Get()
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  async count(@Query() view: CountView, @Req() request: FastifyRequest): Promise<void> {
    await this.counter.count(view, request);
  }
}
