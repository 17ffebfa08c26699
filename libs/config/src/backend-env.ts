import { IsOptional } from 'class-validator';
import { ProcessEnv } from './process-env.ts';
import { StorageEnv } from './storage-env.ts';
import { combine, HasNoDefaultPassword, IsPort, IsUrlOf, IsWholeNumber } from './validation.ts';

/** Milliseconds of service after SIGTERM. */
export const IsDrainTime = () =>
  IsWholeNumber({ min: 0, max: 300_000, message: 'must be a number of milliseconds up to 300000' });

/** Environment of an HTTP server. */
export class ServerEnv extends ProcessEnv {
  @IsPort()
  PORT: number = 3000;

  /** Address to listen on. */
  HOST: string = '127.0.0.1';

  /** Milliseconds of service after SIGTERM, in which the gateway notices the closed readiness. */
  @IsDrainTime()
  DRAIN_MS: number = 0;
}

const IsDatabase = () =>
  combine(IsUrlOf(['postgres', 'postgresql'], 'must be a postgres:// address'), HasNoDefaultPassword());

const IsRedis = () => combine(IsUrlOf(['redis', 'rediss'], 'must be a redis:// address'), IsOptional());

/** Addresses of database and queue. */
export class DatabaseEnv extends ProcessEnv {
  @IsDatabase()
  DATABASE_URL!: string;

  /** Password for a DATABASE_URL without one; pg reads it itself. */
  PGPASSWORD?: string;

  /** Redis for the queue; PostgreSQL by default. */
  @IsRedis()
  REDIS_URL?: string;
}

/** Database, queue and storage, for api and worker. */
export class DataEnv extends StorageEnv implements DatabaseEnv {
  @IsDatabase()
  DATABASE_URL!: string;

  /** Password for a DATABASE_URL without one; pg reads it itself. */
  PGPASSWORD?: string;

  /** Redis for the queue; PostgreSQL by default. */
  @IsRedis()
  REDIS_URL?: string;
}

/** Environment of an HTTP server with database, queue and storage. */
export class BackendEnv extends DataEnv implements ServerEnv {
  @IsPort()
  PORT: number = 3000;

  /** Address to listen on. */
  HOST: string = '127.0.0.1';

  /** Milliseconds of service after SIGTERM, in which the gateway notices the closed readiness. */
  @IsDrainTime()
  DRAIN_MS: number = 0;
}
