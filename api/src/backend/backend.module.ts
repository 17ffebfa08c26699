import { type DynamicModule, Inject, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATABASE_RETRY, databaseOptions } from '@portfolio/database';
import { JobQueue, queueBackend } from '@portfolio/jobs';
import { Readiness } from '@portfolio/lifecycle';
import { openStorage, STORAGE } from '@portfolio/storage';
import { currentTrail } from '@portfolio/telemetry';
import { ApiEnv } from '../env.ts';
import { ContentMark } from './content-mark.ts';
import { JobRequests } from './job-requests.ts';

@Injectable()
class CloseQueue implements OnApplicationShutdown {
  constructor(@Inject(JobQueue) private readonly jobs: JobQueue) {}

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.close();
  }
}

/** Environment, database, queue and storage: what every feature may ask for. */
@Module({})
export class BackendModule {
  static with(env: ApiEnv): DynamicModule {
    const logger = new Logger('queue');
    return {
      module: BackendModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({
          ...databaseOptions({ url: env.DATABASE_URL }),
          ...DATABASE_RETRY,
        }),
      ],
      providers: [
        CloseQueue,
        ContentMark,
        JobRequests,
        Readiness,
        { provide: ApiEnv, useValue: env },
        { provide: STORAGE, useFactory: () => openStorage(env) },
        {
          provide: JobQueue,
          useFactory: () =>
            new JobQueue(
              queueBackend({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL }),
              (error) => logger.warn(error.message),
              currentTrail,
            ),
        },
      ],
      exports: [ApiEnv, ContentMark, STORAGE, JobQueue, JobRequests, Readiness],
    };
  }
}
