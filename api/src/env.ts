import {
  BackendEnv,
  IsOriginList,
  IsStrongPassword,
  IsStrongSecret,
  IsSwitch,
  IsTrustedProxies,
  IsWholeNumber,
  MIN_PASSWORD,
} from '@portfolio/config';
import { EMAIL_PATTERN, LIMITS } from '@portfolio/contracts';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength, ValidateIf } from 'class-validator';

const IsCount = () => IsWholeNumber({ min: 1, max: 1_000_000, message: 'must be a whole number from 1 to 1000000' });

const IsSeconds = () => IsWholeNumber({ min: 1, max: 86_400, message: 'must be whole seconds from 1 to 86400' });

/** Environment variables of the API. */
export class ApiEnv extends BackendEnv {
  /** Local folder for uploads before they move into the storage. */
  @MinLength(1, { message: 'must name a folder' })
  UPLOAD_DIR!: string;

  /** Signs sessions, gallery cookies and media tickets. Weak secrets are refused in every mode. */
  @IsStrongSecret()
  JWT_SECRET!: string;

  /** Creates the demo account, which exists in demo mode only. */
  @IsSwitch()
  DEMO: boolean = false;

  /** Enables the response cache for visitors (decision 39). */
  @IsSwitch()
  ANSWER_CACHE: boolean = true;

  /** Other origins of the back office, for CORS, separated by commas. */
  @IsOriginList()
  ADMIN_ORIGINS: string[] = [];

  /** With ADMIN_PASSWORD: the first administrator, created when there is none. */
  @IsOptional()
  @Matches(EMAIL_PATTERN, { message: 'must be an email address' })
  @MaxLength(LIMITS.email, { message: 'must have at most $constraint1 characters' })
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
   * Proxies whose `X-Forwarded-For` counts, in the syntax of Fastify's `trustProxy`, such as `uniquelocal`. None by
   * default: a visitor could otherwise evade rate limits with invented addresses.
   */
  @IsOptional()
  @IsTrustedProxies()
  TRUST_PROXY?: string;

  /** Comments from one address in 10 minutes. */
  @IsCount()
  LIMIT_COMMENTS: number = 10;

  /** Contact messages from one address in 10 minutes. */
  @IsCount()
  LIMIT_MESSAGES: number = 5;

  /** Requests to post a comment, and as many to post a message, from one address in a minute. */
  @IsCount()
  LIMIT_POSTS_PER_MINUTE: number = 60;

  /** Failed sign-ins in 15 minutes from one address, and wrong passwords of one account or from one address to one gallery. */
  @IsCount()
  LIMIT_SIGN_INS: number = 10;

  /**
   * Failed sign-ins to one account in 15 minutes, from all addresses without a sign-in to it in the last 30 days; wrong
   * passwords of one gallery, from all addresses. Higher than the limit of one address, so that one attacker locks nobody out.
   */
  @IsCount()
  LIMIT_SIGN_INS_PER_ACCOUNT: number = 100;

  /** Log lines from browsers at one address in a minute. */
  @IsCount()
  LIMIT_LOGS_PER_MINUTE: number = 60;

  /** Responses with embedded pictures (`?embed=base64`) to visitors from one address in a minute. */
  @IsCount()
  LIMIT_EMBEDS_PER_MINUTE: number = 30;

  /** Timeout of a request's headers, in seconds. */
  @IsSeconds()
  HEADERS_TIMEOUT_S: number = 10;

  /** Timeout of a whole request in seconds, uploads over slow lines included. */
  @IsSeconds()
  REQUEST_TIMEOUT_S: number = 300;

  /** Timeout of a body other than an upload, in seconds. */
  @IsSeconds()
  BODY_TIMEOUT_S: number = 15;
}
