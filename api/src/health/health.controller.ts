import { Controller, Get, Header, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { HealthService, type HealthView } from './health.service.ts';

@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** 200 when every part answers, else 503; the body says which. */
  @Get()
  @Header('cache-control', 'no-store')
  async check(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthView> {
    const health = await this.health.check();
    reply.status(health.status === 'ok' ? 200 : 503);
    return health;
  }
}
