import { Module } from '@nestjs/common';
import { LogsService } from './logs.service.ts';
import { PublicLogsController } from './public-logs.controller.ts';

@Module({ controllers: [PublicLogsController], providers: [LogsService] })
export class LogsModule {}
