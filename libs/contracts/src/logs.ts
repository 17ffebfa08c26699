import { IsIn, IsOptional } from 'class-validator';
import { IsFilled, IsText, IsTextOrNumber } from './validation.ts';

const LOG_ENTRY_LEVELS = ['trace', 'debug', 'log', 'info', 'warn', 'error', 'fatal'] as const;

/** The body of POST /logs/frontend: an error in a browser. Texts above their limits are cut, not rejected. */
export class LogEntry {
  /** Level of console or pino. @example "error" */
  @IsIn(LOG_ENTRY_LEVELS, { message: `level must be one of ${LOG_ENTRY_LEVELS.join(', ')}` })
  level!: (typeof LOG_ENTRY_LEVELS)[number];

  /** @example "Loading chunk 7 failed" */
  @IsFilled('message is required')
  message!: string;

  /** Any JSON with details. @example {"chunk": 7} */
  @IsOptional()
  meta?: unknown;

  /** @example "https://portfolio.example.com/galleries" */
  @IsOptional()
  @IsText('url must be text')
  url?: string;

  /** @example "Mozilla/5.0" */
  @IsOptional()
  @IsText('userAgent must be text')
  userAgent?: string;

  /** An ISO 8601 time, or milliseconds since 1970. @example "2026-03-14T09:26:53.000Z" */
  @IsOptional()
  @IsTextOrNumber('timestamp must be text or a number')
  timestamp?: string | number;
}
