import { Logger, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATABASE_RETRY, databaseOptions, readSiteId } from '@portfolio/database';
import { JobQueue, queueBackend, type QueueBackend } from '@portfolio/jobs';
import { openStorage, STORAGE } from '@portfolio/storage';
import { currentTraceContext, openRegistry } from '@portfolio/telemetry';
import { DataSource } from 'typeorm';
import { WorkerEnv } from './env.ts';
import { DiscardExports, ExportSite } from './exports/export-site.ts';
import { EmptyTrash } from './housekeeping/empty-trash.ts';
import { PruneViews } from './housekeeping/prune-views.ts';
import { Requeue } from './housekeeping/requeue.ts';
import { ImportSite } from './imports/import-site.ts';
import { MailMessage } from './messages/mail-message.ts';
import { Mailer } from './messages/mailer.ts';
import { MessagesRepository } from './messages/messages.repository.ts';
import { Operations, REGISTRY } from './operations.ts';
import { DiscardOrphans, DiscardPicture } from './pictures/discard-files.ts';
import { MakeRenditions } from './pictures/make-renditions.ts';
import { PictureListsRepository } from './pictures/picture-lists.repository.ts';
import { PicturesRepository } from './pictures/pictures.repository.ts';
import { ReadCaptureDates } from './pictures/read-capture-dates.ts';
import { RebuildPicture } from './pictures/rebuild-picture.ts';
import { RefreshPicture, RefreshPictures } from './pictures/refresh-picture.ts';
import { RenderMemory } from './pictures/render-memory.ts';
import { RenderMetrics } from './pictures/render-metrics.ts';
import { RenderPicture } from './pictures/render-picture.ts';

/** Injection token of the QueueBackend. */
export const QUEUE_BACKEND = Symbol('queue backend');

/** Connections in addition to one for each job; jobs beyond `MAX_CONNECTIONS` share them. */
const SPARE_CONNECTIONS = 2;
/** Two workers and two APIs, with the connections of their queues, fit into PostgreSQL's default of 100. */
const MAX_CONNECTIONS = 10;

@Module({})
export class WorkerModule {
  static for(env: WorkerEnv): DynamicModule {
    const logger = new Logger(JobQueue.name);
    const poolSize = Math.min(env.CONCURRENCY + SPARE_CONNECTIONS, MAX_CONNECTIONS);
    return {
      module: WorkerModule,
      imports: [TypeOrmModule.forRoot({ ...databaseOptions({ url: env.DATABASE_URL, poolSize }), ...DATABASE_RETRY })],
      providers: [
        { provide: WorkerEnv, useValue: env },
        { provide: STORAGE, useFactory: () => openStorage(env) },
        {
          provide: QUEUE_BACKEND,
          useFactory: async (database: DataSource) =>
            queueBackend({
              databaseUrl: env.DATABASE_URL,
              redisUrl: env.REDIS_URL,
              siteId: await readSiteId(database),
            }),
          inject: [DataSource],
        },
        {
          provide: JobQueue,
          useFactory: (backend: QueueBackend) =>
            new JobQueue(backend, (error) => logger.warn(error), currentTraceContext),
          inject: [QUEUE_BACKEND],
        },
        {
          provide: REGISTRY,
          useFactory: () => (env.METRICS_PORT === undefined ? undefined : openRegistry()),
        },
        RenderMetrics,
        Operations,
        PicturesRepository,
        PictureListsRepository,
        { provide: RenderMemory, useFactory: () => new RenderMemory() },
        MakeRenditions,
        RefreshPicture,
        RebuildPicture,
        RenderPicture,
        DiscardPicture,
        { provide: Mailer, useFactory: () => new Mailer(env.SMTP_URL) },
        MessagesRepository,
        MailMessage,
        ExportSite,
        DiscardExports,
        Requeue,
        EmptyTrash,
        PruneViews,
        DiscardOrphans,
        RefreshPictures,
        ReadCaptureDates,
        ImportSite,
      ],
    };
  }
}
