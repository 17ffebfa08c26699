import { IsIn, IsISO8601, IsObject, IsOptional } from 'class-validator';
import { LIMITS } from './limits.ts';
import { IsFilled, IsText, MaxCharacters } from './text.ts';

export const LOG_ENTRY_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** The body of POST /logs/frontend: a fault that happened in somebody's browser. */
export class LogEntry {
  @IsIn(LOG_ENTRY_LEVELS, { message: `level must be one of ${LOG_ENTRY_LEVELS.join(', ')}` })
  level!: (typeof LOG_ENTRY_LEVELS)[number];

  /** @example "Loading chunk 7 failed" */
  @MaxCharacters(LIMITS.log.message, 'message is too long')
  @IsFilled('message is required')
  message!: string;

  /**
   * Whatever helps to understand it.
   *
   * @example {"chunk": 7}
   */
  @IsOptional()
  @IsObject({ message: 'meta must be an object' })
  meta?: Record<string, unknown> | null;

  /** @example "https://portfolio.example.com/galleries" */
  @IsOptional()
  @MaxCharacters(LIMITS.log.url, 'url is too long')
  @IsText('url must be text')
  url?: string;

  /** @example "Mozilla/5.0" */
  @IsOptional()
  @MaxCharacters(LIMITS.log.userAgent, 'userAgent is too long')
  @IsText('userAgent must be text')
  userAgent?: string;

  /** @example "2026-03-14T09:26:53.000Z" */
  @IsOptional()
  @IsISO8601({}, { message: 'timestamp must be an ISO 8601 time' })
  timestamp?: string;
}
