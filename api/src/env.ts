import {
  BackendEnv,
  IsStrongPassword,
  IsStrongSecret,
  IsTrustedProxies,
  IsWholeNumber,
  MIN_PASSWORD,
} from '@portfolio/config';
import { Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsEmail,
  IsInt,
  IsOptional,
  IsUrl,
  Max,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';

/** A limit on how often something may be done. */
const IsCount = () => IsWholeNumber({ min: 1, max: 1_000_000, message: 'must be a whole number from 1 to 1000000' });

const IsSeconds = () => IsWholeNumber({ min: 1, max: 86_400, message: 'must be whole seconds from 1 to 86400' });

const IsSwitch = (): PropertyDecorator => (target, property) => {
  Transform(({ value }) => ({ true: true, false: false })[String(value)] ?? value)(target, property);
  IsBoolean({ message: 'must be true or false' })(target, property);
};

const isOrigin = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** What the api can be told. */
export class ApiEnv extends BackendEnv {
  /** Folder for uploads on their way into the storage; of this process's machine alone. */
  @MinLength(1, { message: 'must name a folder' })
  UPLOAD_DIR!: string;

  /** Signs sessions and the addresses of hidden pictures. A weak one is refused in every mode: there is no safe place for it. */
  @IsStrongSecret()
  JWT_SECRET!: string;

  /** Opens the site with the demo account, which exists in demo mode only. */
  @IsSwitch()
  DEMO: boolean = false;

  /** Gives visitors an answer again for as long as what they can see is the same; without it each is made anew. */
  @IsSwitch()
  ANSWER_CACHE: boolean = true;

  /** Origins beside its own from which the back office may call, separated by commas. */
  @IsUrl(isOrigin, { each: true, message: 'must list origins such as https://admin.example.com' })
  @IsArray()
  @Transform(({ value }) => (typeof value === 'string' ? value.split(',').map((origin) => origin.trim()) : value))
  ADMIN_ORIGINS: string[] = [];

  /** With ADMIN_PASSWORD: the first administrator, made when there is none. */
  @IsOptional()
  @IsEmail({}, { message: 'must be an email address' })
  ADMIN_EMAIL?: string;

  @ValidateIf((env: ApiEnv) => env.ADMIN_EMAIL !== undefined)
  @IsStrongPassword('ADMIN_EMAIL')
  @MinLength(MIN_PASSWORD, { message: 'must be set beside ADMIN_EMAIL, with at least $constraint1 characters' })
  ADMIN_PASSWORD?: string;

  @Max(100, { message: 'must be at most 100' })
  @Min(1, { message: 'must be at least 1' })
  @IsInt({ message: 'must be a whole number' })
  @Type(() => Number)
  MAX_UPLOAD_MB: number = 10;

  /**
   * Whose word about a visitor's address is taken, as Fastify's `trustProxy` has it: such as `uniquelocal` where a
   * gateway stands before this server. Nobody's by default: a visitor could otherwise choose an address for each
   * request, and be bound by no limit.
   */
  @IsOptional()
  @IsTrustedProxies()
  TRUST_PROXY?: string;

  /** Comments that are accepted from one address in 10 minutes. */
  @IsCount()
  LIMIT_COMMENTS: number = 10;

  /** Contact messages that are accepted from one address in 10 minutes. */
  @IsCount()
  LIMIT_MESSAGES: number = 5;

  /** Attempts at a comment, and as many at a message, from one address in a minute, whatever comes of them. */
  @IsCount()
  LIMIT_POSTS_PER_MINUTE: number = 60;

  /** Failed sign-ins in 15 minutes from one address, and wrong current passwords of one account. */
  @IsCount()
  LIMIT_SIGN_INS: number = 10;

  /**
   * Failed sign-ins to one account in 15 minutes, from all addresses together that have not signed in to it. More than
   * one address may fail, so that nobody can lock the artist out alone.
   */
  @IsCount()
  LIMIT_SIGN_INS_PER_ACCOUNT: number = 100;

  /** Lines that browsers at one address may log in a minute. */
  @IsCount()
  LIMIT_LOGS_PER_MINUTE: number = 60;

  /** Answers with pictures in them (`?embed=base64`) to visitors from one address in a minute. */
  @IsCount()
  LIMIT_EMBEDS_PER_MINUTE: number = 30;

  /** Seconds in which the head of a request must have arrived. */
  @IsSeconds()
  HEADERS_TIMEOUT_S: number = 10;

  /** Seconds in which a request must have arrived whole, an upload over a slow line too. */
  @IsSeconds()
  REQUEST_TIMEOUT_S: number = 300;

  /** Seconds in which a body that is no upload must have arrived. */
  @IsSeconds()
  BODY_TIMEOUT_S: number = 15;
}
