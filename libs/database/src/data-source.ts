import { SteadyClient } from '@portfolio/lifecycle/steady-client';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { BackgroundImage } from './entities/background-image.ts';
import { Comment } from './entities/comment.ts';
import { Gallery } from './entities/gallery.ts';
import { GalleryPhoto } from './entities/gallery-photo.ts';
import { Message } from './entities/message.ts';
import { NewsItem } from './entities/news-item.ts';
import { Photo } from './entities/photo.ts';
import { SecurityEvent } from './entities/security-event.ts';
import { Session } from './entities/session.ts';
import { Setting } from './entities/setting.ts';
import { User } from './entities/user.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import { SnakeNaming } from './snake-naming.ts';

export interface DatabaseOptions {
  url: string;
  /** Connections of this process at most. */
  poolSize?: number;
  /** Time limits of a session. */
  limits?: typeof REQUEST_LIMITS | typeof NO_LIMITS;
}

/** Milliseconds, for sessions that a visitor waits for. */
const REQUEST_LIMITS = {
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;

/** For migrations and backups. A limit of the server, the database or the role does not hold either. */
export const NO_LIMITS = {
  options: '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0',
} as const;

/** How api and worker reach the database. The schema is changed by migrations alone. */
export function databaseOptions({ url, poolSize = 10, limits = REQUEST_LIMITS }: DatabaseOptions) {
  return {
    type: 'postgres',
    url,
    poolSize,
    entities: [
      BackgroundImage,
      Comment,
      Gallery,
      GalleryPhoto,
      Message,
      NewsItem,
      Photo,
      SecurityEvent,
      Session,
      Setting,
      User,
    ],
    migrations: MIGRATIONS,
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    migrationsRun: false,
    // A pool that is exhausted or a server that is away answers as a fault, not as a request that never ends.
    connectTimeoutMS: 5_000,
    extra: { ...limits, Client: SteadyClient },
  } as const satisfies DataSourceOptions;
}

/** For Nest's TypeOrmModule: a database that is away at the start is waited for, since everything may start at once. */
export const DATABASE_RETRY = { retryAttempts: 20, retryDelay: 500, verboseRetryLog: false } as const;

export const createDataSource = (options: DatabaseOptions) => new DataSource(databaseOptions(options));
