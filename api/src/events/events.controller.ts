import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminGuard, CurrentToken } from '../auth/guards.ts';
import { EventStreams } from './event-streams.ts';

@Controller('api/admin/events')
@UseGuards(AdminGuard)
export class EventsController {
  constructor(private readonly streams: EventStreams) {}

  /**
   * Streams what happens on the site, as it happens.
   * After an event `open` no event is lost; before it some may have been. It comes at the start, and again after the API
   * lost its connection to the database. The stream ends with its token.
   */
  @Get()
  events(@CurrentToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    // HEAD uses the same route, and would leave a stream open.
    const stream = request.method === 'HEAD' ? undefined : this.streams.open(token);
    void reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // Disables nginx's buffer.
      .header('x-accel-buffering', 'no')
      .send(stream);
  }
}
