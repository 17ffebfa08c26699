import { IsOptional, IsUrl, MinLength } from 'class-validator';
import { HasOwnPassword } from './is-strong.ts';
import { IsWholeNumber } from './is-whole-number.ts';
import { IsPort } from './is-port.ts';
import { ProcessEnv } from './process-env.ts';
import { StorageEnv } from './storage-env.ts';

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

const every = (...rules: PropertyDecorator[]): PropertyDecorator => {
  return (target, property) => rules.forEach((rule) => rule(target, property));
};

const address = (...protocols: string[]) => ({ protocols, require_protocol: true, require_tld: false });

const IsDatabase = () =>
  every(IsUrl(address('postgres', 'postgresql'), { message: 'must be a postgres:// address' }), HasOwnPassword());

const IsRedis = () => every(IsUrl(address('redis', 'rediss'), { message: 'must be a redis:// address' }), IsOptional());

/** Where database and queue are. */
export class DatabaseEnv extends ProcessEnv {
  @IsDatabase()
  DATABASE_URL!: string;

  /** Without it the queue is kept in PostgreSQL. */
  @IsRedis()
  REDIS_URL?: string;
}

/** Where database, queue and files are: the same for api and worker. */
export class DataEnv extends StorageEnv implements DatabaseEnv {
  @IsDatabase()
  DATABASE_URL!: string;

  /** Without it the queue is kept in PostgreSQL. */
  @IsRedis()
  REDIS_URL?: string;
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
