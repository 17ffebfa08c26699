import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.ts';
import { EventStreams } from './event-streams.ts';
import { EventsController } from './events.controller.ts';

@Module({ imports: [AuthModule], controllers: [EventsController], providers: [EventStreams] })
export class EventsModule {}
