import { BackendEnv } from '@portfolio/config';
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

const isOrigin = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** What the api can be told. */
export class ApiEnv extends BackendEnv {
  /** Folder for uploads on their way into the storage; of this process's machine alone. */
  @MinLength(1, { message: 'must name a folder' })
  UPLOAD_DIR!: string;

  @MinLength(32, { message: 'must be a secret of at least 32 characters, such as `openssl rand -base64 48` prints' })
  JWT_SECRET!: string;

  /** Opens the site with the demo account, which exists in demo mode only. */
  @IsBoolean({ message: 'must be true or false' })
  @Transform(({ value }) => ({ true: true, false: false })[String(value)] ?? value)
  DEMO: boolean = false;

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
  @MinLength(10, { message: 'must be set beside ADMIN_EMAIL, with at least 10 characters' })
  ADMIN_PASSWORD?: string;

  @Max(100, { message: 'must be at most 100' })
  @Min(1, { message: 'must be at least 1' })
  @IsInt({ message: 'must be a whole number' })
  @Type(() => Number)
  MAX_UPLOAD_MB: number = 10;
}
