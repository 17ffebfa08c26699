import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsUrl, Max, Min, MinLength } from 'class-validator';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What every process of ours can be told. */
export class ProcessEnv {
  @IsIn(LOG_LEVELS, { message: `must be one of ${LOG_LEVELS.join(', ')}` })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
}

/** What every process that answers HTTP can be told. */
export class ServerEnv extends ProcessEnv {
  @Max(65_535, { message: 'must be a port number' })
  @Min(0, { message: 'must be a port number' })
  @IsInt({ message: 'must be a port number' })
  @Type(() => Number)
  PORT: number = 3000;

  /** Address to listen on. */
  @MinLength(1)
  HOST: string = '127.0.0.1';
}

const isPostgresUrl = {
  protocols: ['postgres', 'postgresql'],
  require_protocol: true,
  require_tld: false,
};

/** Where database, queue and files are: the same for api and worker. */
export class BackendEnv extends ServerEnv {
  @IsUrl(isPostgresUrl, { message: 'must be a postgres:// address' })
  DATABASE_URL!: string;

  /** Without it the queue is kept in PostgreSQL. */
  @IsOptional()
  @IsUrl(
    { protocols: ['redis', 'rediss'], require_protocol: true, require_tld: false },
    { message: 'must be a redis:// address' },
  )
  REDIS_URL?: string;

  /** Folder in which originals and renditions are kept. */
  @MinLength(1, { message: 'must name a folder' })
  STORAGE_DIR!: string;
}
