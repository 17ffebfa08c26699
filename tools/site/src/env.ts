import {
  IsDrainTime,
  IsOriginList,
  IsSwitch,
  IsUrlOf,
  IsWholeNumber,
  loadEnv,
  ProcessEnv,
  SECRET_VARIABLES,
} from '@portfolio/config';
import { IsOptional, MinLength } from 'class-validator';

const IsPort = () => IsWholeNumber({ min: 1, max: 65_535, message: 'must be a port number from 1 to 65535' });

/** Settings of `npm run admin`, `backup` and `restore`: database and files, and the logging of the command itself. */
export class AdminEnv extends ProcessEnv {
  /** Folder for database, pictures, logs and secrets. */
  @MinLength(1)
  DATA_DIR: string = '.data';

  /** PostgreSQL server; the embedded one by default. */
  @IsOptional()
  @IsUrlOf(['postgres', 'postgresql'], 'must be a postgres:// address')
  DATABASE_URL?: string;

  /** Folder of photos; inside DATA_DIR by default. */
  @IsOptional()
  @MinLength(1)
  STORAGE_DIR?: string;

  /** S3 bucket for files; DATA_DIR by default. Each process reads the other S3_ settings. */
  @IsOptional()
  @MinLength(1)
  S3_BUCKET?: string;
}

/**
 * Settings of `npm start`. Each process inherits other variables, except the secrets of others and the variables that
 * services.ts sets.
 */
export class SiteEnv extends AdminEnv {
  @IsPort()
  PORT: number = 3000;

  /** Port of admin-web. PORT + 1000 by default, or any free one; PORT + 1 is left to the next site. */
  @IsOptional()
  @IsPort()
  ADMIN_PORT?: number;

  /** Address to listen on; 0.0.0.0 accepts other machines. */
  @MinLength(1)
  HOST: string = 'localhost';

  /** Demo content and a public demo account. False by default with ADMIN_EMAIL or a PUBLIC_URL on the internet. */
  @IsSwitch()
  DEMO!: boolean;

  /** Origin of the site for visitors, behind a gateway. */
  @IsOptional()
  @IsUrlOf(['http', 'https'], 'must be an http:// or https:// address')
  PUBLIC_URL?: string;

  /** Origins of the back office, separated by commas. The one of ADMIN_PORT by default. */
  @IsOptional()
  @IsOriginList()
  ADMIN_ORIGINS?: string[];

  /** Redis server of the queue; PostgreSQL by default. */
  @IsOptional()
  @IsUrlOf(['redis', 'rediss'], 'must be a redis:// address')
  REDIS_URL?: string;

  /** Port of the API's metrics; the next three are those of the other processes. */
  @IsOptional()
  @IsWholeNumber({ min: 0, max: 65_532, message: 'must be a port number up to 65532: the next three are used, too' })
  override METRICS_PORT?: number;

  /** Milliseconds of service after SIGTERM, of each server. */
  @IsDrainTime()
  DRAIN_MS: number = 0;
}

export function loadSiteEnv(): SiteEnv {
  const { DEMO, ADMIN_EMAIL, PUBLIC_URL } = process.env;
  return loadEnv(SiteEnv, { ...process.env, DEMO: DEMO || String(!ADMIN_EMAIL && isLocal(PUBLIC_URL)) });
}

/** Whether only this machine reaches a server on that host. */
export const isLoopback = (host: string) => isLocal(`http://${host.includes(':') ? `[${host}]` : host}`);

/** Whether an address is one of this machine. Validation refuses invalid ones. */
export const isLocal = (address: string | undefined) =>
  !address || !URL.canParse(address) || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/** Secrets of database, queue and files. */
export const DATA_SECRETS = SECRET_VARIABLES.filter((name) => /^(DATABASE|PG|REDIS|S3|AWS)/.test(name));

/** Environment for a process: all variables without secrets, except those given. */
export const inherited = (secrets: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !SECRET_VARIABLES.includes(name) || secrets.includes(name)),
  );

/** Folder from which npm was called; npm runs scripts in the root. */
export const invocationFolder = () => process.env.INIT_CWD ?? process.cwd();

/** Whether the environment names the folder of the site. */
export const isFolderNamed = () => Boolean(process.env.DATA_DIR);

/** Whether npm runs this process, which must then detect the end of npm. */
export const isRunByNpm = () => process.env.npm_lifecycle_event !== undefined;
