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

/** Characters that could make one line look like two, or like another one, where a log is read: all but tabs and ends of lines. */
const DECEPTIVE = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Characters of a time that are kept: as many as one with nanoseconds and an offset has. */
const TIMESTAMP = 35;

@Injectable()
export class LogsService {
  private readonly logger = new Logger('frontend');

  /** Writes one line to the log of this process, at the entry's level, with what the contract names and as much as fits. */
  write({ level, message, meta, url, userAgent, timestamp }: LogEntry): void {
    this.logger[METHODS[level]]({
      msg: plain(message.slice(0, LIMITS.log.message)),
      frontend: {
        ...(meta != null && { meta: plain(JSON.stringify(meta).slice(0, LIMITS.log.meta)) }),
        ...(url && { url: plain(withoutSecrets(url).slice(0, LIMITS.log.url)) }),
        ...(userAgent && { userAgent: plain(userAgent.slice(0, LIMITS.log.userAgent)) }),
        ...(timestamp != null && { timestamp: plain(timeOf(timestamp).slice(0, TIMESTAMP)) }),
      },
    });
  }
}

const plain = (text: string) => text.replace(DECEPTIVE, '\ufffd');

/** Where it happened, without the parts of an address that may hold secrets: account, query and fragment. */
const withoutSecrets = (url: string) => url.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');

/** A number as the ISO time that it stands for, where it stands for one. */
function timeOf(timestamp: string | number): string {
  const time = new Date(timestamp);
  return typeof timestamp === 'string' || Number.isNaN(time.getTime()) ? String(timestamp) : time.toISOString();
}
