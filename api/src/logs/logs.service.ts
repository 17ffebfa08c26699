import { Injectable, Logger } from '@nestjs/common';
import { LIMITS, type LogEntry } from '@portfolio/contracts';

const METHODS = {
  trace: 'verbose',
  debug: 'debug',
  log: 'log',
  info: 'log',
  warn: 'warn',
  error: 'error',
  fatal: 'fatal',
} as const satisfies Record<LogEntry['level'], keyof Logger>;

/** Control and bidirectional characters, which can forge log lines: all but tab and line feed. */
const DECEPTIVE = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Length of a time with nanoseconds and an offset. */
const MAX_TIMESTAMP = 35;

@Injectable()
export class LogsService {
  private readonly logger = new Logger('frontend');

  /** Writes one log line at the entry's level, cut to LIMITS.log. */
  write({ level, message, meta, url, userAgent, timestamp }: LogEntry): void {
    this.logger[METHODS[level]]({
      msg: sanitize(message.slice(0, LIMITS.log.message)),
      frontend: {
        ...(meta != null && { meta: sanitize(JSON.stringify(meta).slice(0, LIMITS.log.meta)) }),
        ...(url && { url: sanitize(withoutCredentials(url).slice(0, LIMITS.log.url)) }),
        ...(userAgent && { userAgent: sanitize(userAgent.slice(0, LIMITS.log.userAgent)) }),
        ...(timestamp != null && { timestamp: sanitize(timeOf(timestamp).slice(0, MAX_TIMESTAMP)) }),
      },
    });
  }
}

const sanitize = (text: string) => text.replace(DECEPTIVE, '\ufffd');

/** Address without account, query and fragment, which may hold secrets. */
const withoutCredentials = (url: string) => url.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');

/** Converts a number to ISO 8601, where it is a time. */
function timeOf(timestamp: string | number): string {
  const time = new Date(timestamp);
  return typeof timestamp === 'string' || Number.isNaN(time.getTime()) ? String(timestamp) : time.toISOString();
}
