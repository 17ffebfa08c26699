import { type DynamicModule, Inject, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATABASE_RETRY, databaseOptions, readSiteId } from '@portfolio/database';
import { JobQueue, queueBackend } from '@portfolio/jobs';
import { messageOf, Readiness } from '@portfolio/lifecycle';
import { openStorage, STORAGE } from '@portfolio/storage';
import { currentTraceContext } from '@portfolio/telemetry';
import { DataSource } from 'typeorm';
import { ApiEnv } from '../env.ts';
import { ContentVersion } from './content-version.ts';
import { JobDispatcher } from './job-dispatcher.ts';

/** Names this site among those that share one Redis. */
export const SITE_ID = Symbol('site id');

@Injectable()
class CloseQueue implements OnApplicationShutdown {
  constructor(@Inject(JobQueue) private readonly jobs: JobQueue) {}

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.close();
  }
}

@Module({})
export class BackendModule {
  static with(env: ApiEnv): DynamicModule {
    const logger = new Logger('queue');
    const database = databaseOptions({ url: env.DATABASE_URL });
    return {
      module: BackendModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({ ...database, ...DATABASE_RETRY }),
        // Repositories of all entities, for every feature.
        TypeOrmModule.forFeature(database.entities),
      ],
      providers: [
        CloseQueue,
        ContentVersion,
        JobDispatcher,
        Readiness,
        { provide: ApiEnv, useValue: env },
        { provide: STORAGE, useFactory: () => openStorage(env) },
        { provide: SITE_ID, useFactory: readSiteId, inject: [DataSource] },
        {
          provide: JobQueue,
          useFactory: (siteId: string) =>
            new JobQueue(
              queueBackend({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, siteId }),
              (error) => logger.warn(messageOf(error)),
              currentTraceContext,
            ),
          inject: [SITE_ID],
        },
      ],
      exports: [TypeOrmModule, ApiEnv, ContentVersion, SITE_ID, STORAGE, JobQueue, JobDispatcher, Readiness],
    };
  }
}
