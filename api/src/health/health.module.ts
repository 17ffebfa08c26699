import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.ts';
import { HealthService } from './health.service.ts';
import { Operations } from './operations.ts';

@Module({ controllers: [HealthController], providers: [HealthService, Operations] })
export class HealthModule {}
