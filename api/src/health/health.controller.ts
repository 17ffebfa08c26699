import { Controller, Get, Header, Res } from '@nestjs/common';
import type { HealthView } from '@portfolio/contracts';
import type { FastifyReply } from 'fastify';
import { HealthService, type ReadinessView } from './health.service.ts';

@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Reports which parts of the site are up. The status is 200 when all of them are, else 503. */
  @Get()
  @Header('cache-control', 'no-store')
  async check(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthView> {
    const health = await this.health.check();
    reply.status(health.status === 'ok' ? 200 : 503);
    return health;
  }

  /** Reports that this process serves. Route requests by it: visitors need no queue. */
  @Get('live')
  @Header('cache-control', 'no-store')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /**
   * Reports whether this process has all it needs.
   * It is for starts and updates: do not route by it. The status is 503 while database, queue or storage is down, and
   * during shutdown. The worker's state is reported, but does not count.
   */
  @Get('ready')
  @Header('cache-control', 'no-store')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessView> {
    const readiness = await this.health.ready();
    reply.status(readiness.status === 'ready' ? 200 : 503);
    return readiness;
  }
}
