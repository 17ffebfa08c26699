import { Controller, Get, Header, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { HealthService, type HealthView, type ReadinessView } from './health.service.ts';

@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Tells which parts of the site answer. The status is 200 when all of them do, else 503. */
  @Get()
  @Header('cache-control', 'no-store')
  async check(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthView> {
    const health = await this.health.check();
    reply.status(health.status === 'ok' ? 200 : 503);
    return health;
  }

  /** Tells that this process serves. Where it does not answer, it is best started anew. */
  @Get('live')
  @Header('cache-control', 'no-store')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /**
   * Tells whether this process is to be given requests.
   *
   * The status is 503 while database, queue or storage do not answer, and from the moment it was asked to end. A worker
   * is told of, and not needed.
   */
  @Get('ready')
  @Header('cache-control', 'no-store')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessView> {
    const readiness = await this.health.ready();
    reply.status(readiness.status === 'ready' ? 200 : 503);
    return readiness;
  }
}
