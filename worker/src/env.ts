import { availableParallelism } from 'node:os';
import { DataEnv, IsUrlOf, IsWholeNumber } from '@portfolio/config';
import { IsEmail, IsOptional, ValidateIf } from 'class-validator';

export class WorkerEnv extends DataEnv {
  /** Concurrent jobs. Each render fills a core and a thread; start.cts sizes the thread pool. */
  @IsWholeNumber({ min: 1, max: 256, message: 'must be a number from 1 to 256' })
  CONCURRENCY: number = Math.min(availableParallelism(), 256);

  /** Milliseconds after which another worker takes over the job of a dead one. */
  @IsWholeNumber({ min: 1_000, max: 3_600_000, message: 'must be a number of milliseconds from 1000 to 3600000' })
  JOB_TAKEOVER_MS: number = 15_000;

  /** Milliseconds for running jobs at shutdown; then they return to the queue. */
  @IsWholeNumber({ min: 0, max: 10_000, message: 'must be a number of milliseconds up to 10000' })
  STOP_WITHIN_MS: number = 10_000;

  /** Mail server; without it messages are stored and not mailed. */
  @IsOptional()
  @IsUrlOf(
    ['smtp', 'smtps'],
    'must be an address such as smtps://user:password@mail.example.com, with %40 for an @ in the user name',
  )
  SMTP_URL?: string;

  /** Sender of mail about messages. */
  @ValidateIf((env: WorkerEnv) => env.SMTP_URL !== undefined || env.MAIL_FROM !== undefined)
  @IsEmail({}, { message: 'must be set beside SMTP_URL, as an email address such as site@example.com' })
  MAIL_FROM?: string;

  /** Recipient of messages; by default the administrator. */
  @IsOptional()
  @IsEmail({}, { message: 'must be an email address' })
  MAIL_TO?: string;

  /** Public origin of the site, for photo addresses in mails. */
  @IsOptional()
  @IsUrlOf(['http', 'https'], 'must be an http:// or https:// address')
  PUBLIC_URL?: string;
}
