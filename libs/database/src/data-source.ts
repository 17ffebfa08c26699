import { CrashSafeClient } from '@portfolio/lifecycle/crash-safe-client';
import pg from 'pg';
import { DataSource, DefaultNamingStrategy, type DataSourceOptions } from 'typeorm';
import * as entities from './entities.ts';
import { MIGRATIONS } from './migrations.ts';

export interface DatabaseOptions {
  url: string;
  /** Maximum connections of this process. */
  poolSize?: number;
  /** Timeouts of a session. */
  limits?: typeof REQUEST_LIMITS | typeof NO_LIMITS;
}

/** Milliseconds, for requests. */
const REQUEST_LIMITS = {
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;

/** For migrations and backups: overrides the limits of server, database and role. */
export const NO_LIMITS = {
  // A firewall or load balancer drops a connection that is idle for minutes. The default of Linux is two hours.
  keepAlive: true,
  keepAliveInitialDelayMillis: 60_000,
  options:
    '-c statement_timeout=0 -c lock_timeout=0 -c idle_session_timeout=0 -c idle_in_transaction_session_timeout=0',
} as const;

/** Columns are snake_case, properties camelCase. */
class SnakeNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(snake), custom ?? snake(property)].join('_');
  }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** TypeORM options of api and worker. Only migrations change the schema. */
export function databaseOptions({ url, poolSize = 10, limits = REQUEST_LIMITS }: DatabaseOptions) {
  return {
    type: 'postgres',
    // TypeORM would load the package by name, and bundles have none.
    driver: pg,
    url,
    poolSize,
    entities: Object.values(entities),
    migrations: MIGRATIONS,
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    migrationsRun: false,
    // An exhausted pool or an unavailable server fails the request.
    connectTimeoutMS: 5_000,
    extra: { ...limits, Client: CrashSafeClient },
  } as const satisfies DataSourceOptions;
}

/** Options of Nest's TypeOrmModule: retries for 10 seconds, because the database may start at the same time. */
export const DATABASE_RETRY = { retryAttempts: 20, retryDelay: 500, verboseRetryLog: false } as const;

export const createDataSource = (options: DatabaseOptions) => new DataSource(databaseOptions(options));

/**
 * Reads the site's id: 16 hexadecimal digits, the prefix of its keys in a shared Redis. A copy of the database in the same
 * server has another id.
 */
export async function readSiteId(database: DataSource): Promise<string> {
  const [row] = await database.query<[{ id: string }]>(
    'select left(md5(site_id()::text || oid), 16) as id from pg_database where datname = current_database()',
  );
  return row.id;
}
