import { IsIn, IsOptional, IsUrl, MinLength } from 'class-validator';
import { HasOwnPassword } from './is-strong.ts';
import { IsWholeNumber } from './is-whole-number.ts';
import { IsPort } from './is-port.ts';
import { TelemetryEnv } from './telemetry-env.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What every process of ours can be told. */
export class ProcessEnv extends TelemetryEnv {
  @IsIn(LOG_LEVELS, { message: `must be one of ${LOG_LEVELS.join(', ')}` })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
}

const IsDrainTime = () =>
  IsWholeNumber({ min: 0, max: 300_000, message: 'must be a number of milliseconds up to 300000' });

/** What every process that answers HTTP can be told. */
export class ServerEnv extends ProcessEnv {
  @IsPort()
  PORT: number = 3000;

  /** Address to listen on. */
  @MinLength(1)
  HOST: string = '127.0.0.1';

  /** Milliseconds in which a server that is told to stop serves on, for the gateway to see that it is about to go. */
  @IsDrainTime()
  DRAIN_MS: number = 0;
}

const isPostgresUrl = {
  protocols: ['postgres', 'postgresql'],
  require_protocol: true,
  require_tld: false,
};

/** Where database and queue are. */
export class DatabaseEnv extends ProcessEnv {
  @HasOwnPassword()
  @IsUrl(isPostgresUrl, { message: 'must be a postgres:// address' })
  DATABASE_URL!: string;

  /** Without it the queue is kept in PostgreSQL. */
  @IsOptional()
  @IsUrl(
    { protocols: ['redis', 'rediss'], require_protocol: true, require_tld: false },
    { message: 'must be a redis:// address' },
  )
  REDIS_URL?: string;
}

/** Where database, queue and files are: the same for api and worker. */
export class DataEnv extends DatabaseEnv {
  /** Folder in which originals and renditions are kept. */
  @MinLength(1, { message: 'must name a folder' })
  STORAGE_DIR!: string;
}

/** What a process that answers HTTP and reaches the data can be told. */
export class BackendEnv extends DataEnv implements ServerEnv {
  @IsPort()
  PORT: number = 3000;

  /** Address to listen on. */
  @MinLength(1)
  HOST: string = '127.0.0.1';

  /** Milliseconds in which a server that is told to stop serves on, for the gateway to see that it is about to go. */
  @IsDrainTime()
  DRAIN_MS: number = 0;
}
