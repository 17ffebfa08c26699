import { IsWholeNumber, loadEnv, ProcessEnv, SECRET_VARIABLES } from '@portfolio/config';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsUrl, MinLength } from 'class-validator';

const IsPort = () => IsWholeNumber({ min: 1, max: 65_535, message: 'must be a port number from 1 to 65535' });

const address = (...protocols: string[]) => ({ protocols, require_protocol: true, require_tld: false });

/** What `npm start` can be told. Whatever else is in the environment reaches the parts as it is. */
export class SiteEnv extends ProcessEnv {
  @IsPort()
  PORT: number = 3000;

  /**
   * Of the back office's own origin. Without it PORT + 1000, or a free one where that is taken: the port after PORT
   * is where the next site is started.
   */
  @IsOptional()
  @IsPort()
  ADMIN_PORT?: number;

  /** Address to listen on: 0.0.0.0 lets other machines in. */
  @MinLength(1)
  HOST: string = 'localhost';

  /** Folder for database, pictures, logs and secrets. */
  @MinLength(1)
  DATA_DIR: string = '.data';

  /**
   * Opens with demo content and a demo account, which everybody knows. Unless told, a site that is told its first account,
   * or that visitors know by an address of the internet, is no demo.
   */
  @IsBoolean({ message: 'must be true or false' })
  @Transform(({ value }) => ({ true: true, false: false })[String(value)] ?? value)
  DEMO!: boolean;

  /** The origin under which visitors know the site, where a gateway stands before it. */
  @IsOptional()
  @IsUrl(address('http', 'https'), { message: 'must be an http:// or https:// address' })
  PUBLIC_URL?: string;

  /** Origins from which the back office may call, separated by commas. Without it the one of ADMIN_PORT. */
  @IsOptional()
  @IsUrl(address('http', 'https'), { each: true, message: 'must list origins such as https://admin.example.com' })
  @Transform(({ value }) => (typeof value === 'string' ? value.split(',').map((origin) => origin.trim()) : value))
  ADMIN_ORIGINS?: string[];

  /** A PostgreSQL server to use instead of the one that npm brings. */
  @IsOptional()
  @IsUrl(address('postgres', 'postgresql'), { message: 'must be a postgres:// address' })
  DATABASE_URL?: string;

  /** Folder for the pictures, where it is not to be the one in DATA_DIR. */
  @IsOptional()
  @MinLength(1)
  STORAGE_DIR?: string;

  /** A bucket of S3 for the files, which are kept in DATA_DIR otherwise. The parts read the other S3_ settings. */
  @IsOptional()
  @MinLength(1)
  S3_BUCKET?: string;

  /** A Redis server for the queue, which is kept in PostgreSQL otherwise. */
  @IsOptional()
  @IsUrl(address('redis', 'rediss'), { message: 'must be a redis:// address' })
  REDIS_URL?: string;
}

/** What `npm run admin` can be told: whose database, or whose files, it is to work on. */
export class AdminEnv {
  @MinLength(1)
  DATA_DIR: string = '.data';

  @IsOptional()
  @IsUrl(address('postgres', 'postgresql'), { message: 'must be a postgres:// address' })
  DATABASE_URL?: string;

  /** Folder of the files, where it is not the one in DATA_DIR. */
  @IsOptional()
  @MinLength(1)
  STORAGE_DIR?: string;

  /** A bucket of S3 that has the files. */
  @IsOptional()
  @MinLength(1)
  S3_BUCKET?: string;
}

export const loadAdminEnv = (source = process.env) => loadEnv(AdminEnv, source);

export const loadSiteEnv = (source = process.env) =>
  loadEnv(SiteEnv, { ...source, DEMO: source.DEMO || String(!source.ADMIN_EMAIL && isLocal(source.PUBLIC_URL)) });

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string) => isLocal(`http://${host.includes(':') ? `[${host}]` : host}`);

/** Whether only this machine knows that address. What cannot be read is refused elsewhere. */
export const isLocal = (address: string | undefined) =>
  !address || !URL.canParse(address) || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/** Secrets of whoever works on the data: database, queue and files. */
export const DATA_SECRETS = SECRET_VARIABLES.filter((name) => /^(DATABASE|PG|REDIS|S3|AWS)/.test(name));

/**
 * What a part inherits: the whole environment, in which there may be settings that only the part knows, without secrets.
 *
 * @param secrets that it needs all the same
 */
export const inherited = (secrets: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !SECRET_VARIABLES.includes(name) || secrets.includes(name)),
  );

/** Where the person stood who typed the command: npm runs it in the root. */
export const typedIn = () => process.env.INIT_CWD ?? process.cwd();

/** Whether npm runs this process, which then has to notice itself when npm has gone. */
export const isRunByNpm = () => process.env.npm_lifecycle_event !== undefined;
