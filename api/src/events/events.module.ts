import { Module } from '@nestjs/common';
import { EventStreams } from './event-streams.ts';
import { EventsController } from './events.controller.ts';

@Module({ controllers: [EventsController], providers: [EventStreams] })
export class EventsModule {}
