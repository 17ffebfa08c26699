import { availableParallelism } from 'node:os';
import { DataEnv, IsWholeNumber } from '@portfolio/config';
import { IsEmail, IsOptional, IsUrl, ValidateIf } from 'class-validator';

const address = (...protocols: string[]) => ({ protocols, require_protocol: true, require_tld: false });

/** What the worker can be told. */
export class WorkerEnv extends DataEnv {
  /** Jobs at the same time. Rendering fills one core a job, and one thread, of which start.cts makes as many. */
  @IsWholeNumber({ min: 1, max: 256, message: 'must be a number from 1 to 256' })
  CONCURRENCY: number = availableParallelism();

  /** Milliseconds after which the job of a worker that died is given to another. */
  @IsWholeNumber({ min: 1_000, max: 3_600_000, message: 'must be a number of milliseconds from 1000 to 3600000' })
  JOB_TAKEOVER_MS: number = 15_000;

  /** Milliseconds that jobs have to end when the worker is told to stop; then they go back to the queue. */
  @IsWholeNumber({ min: 0, max: 10_000, message: 'must be a number of milliseconds up to 10000' })
  STOP_WITHIN_MS: number = 10_000;

  /** The server that takes mail; without it messages are kept and not mailed. */
  @IsOptional()
  @IsUrl(address('smtp', 'smtps'), {
    message: 'must be an address such as smtps://user:password@mail.example.com, with %40 for an @ in the user name',
  })
  SMTP_URL?: string;

  /** The address that mail about messages comes from. */
  @ValidateIf((env: WorkerEnv) => env.SMTP_URL !== undefined || env.MAIL_FROM !== undefined)
  @IsEmail({}, { message: 'must be set beside SMTP_URL, as an email address such as site@example.com' })
  MAIL_FROM?: string;

  /** Where messages are mailed to; without it the administrator's own address. */
  @IsOptional()
  @IsEmail({}, { message: 'must be an email address' })
  MAIL_TO?: string;

  /** The origin under which visitors know the site, for the addresses of photos in mails. */
  @IsOptional()
  @IsUrl(address('http', 'https'), { message: 'must be an http:// or https:// address' })
  PUBLIC_URL?: string;
}
