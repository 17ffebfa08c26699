import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminGuard } from '../auth/guards.ts';
import { EventStreams } from './event-streams.ts';

@Controller('api/admin/events')
@UseGuards(AdminGuard)
export class EventsController {
  constructor(private readonly streams: EventStreams) {}

  /**
   * Tells what happens on the site, as it happens.
   *
   * An event `open` says that nothing is missed from there on, and that something may have been before: it comes at the
   * beginning, and again when the site had lost sight of what happens. The stream ends with the token that opened it.
   */
  @Get()
  events(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const [, token = ''] = /\s(\S+)/.exec(request.headers.authorization ?? '') ?? [];
    // A HEAD request is answered by the same route, and would leave a stream behind that nobody reads.
    const stream = request.method === 'HEAD' ? undefined : this.streams.open(token);
    void reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // Keeps nginx from collecting what is to be seen at once.
      .header('x-accel-buffering', 'no')
      .send(stream);
  }
}
