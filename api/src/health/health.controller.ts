import { Controller, Get, Header, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Answers } from '../http/answers.decorator.ts';
import { HealthService, type HealthView } from './health.service.ts';

@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Tells which parts of the site answer. The status is 200 when all of them do, else 503. */
  @Get()
  @Answers('Health')
  @Header('cache-control', 'no-store')
  async check(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthView> {
    const health = await this.health.check();
    reply.status(health.status === 'ok' ? 200 : 503);
    return health;
  }
}
