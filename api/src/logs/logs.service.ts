import { Injectable, Logger } from '@nestjs/common';
import { LIMITS, type LogEntry } from '@portfolio/contracts';

const METHODS = { debug: 'debug', info: 'log', warn: 'warn', error: 'error' } as const;

/** Characters that could make one line look like two, or like another one, where a log is read: all but tabs and ends of lines. */
const DECEPTIVE = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Longest ISO 8601 time that is worth keeping, in characters: one with nanoseconds and an offset. */
const TIMESTAMP = 35;

@Injectable()
export class LogsService {
  private readonly logger = new Logger('frontend');

  /** Writes one line to the log of this process, at the entry's level, with what the contract names and nothing more. */
  write({ level, message, meta, url, userAgent, timestamp }: LogEntry): void {
    this.logger[METHODS[level]]({
      msg: plain(message),
      frontend: {
        ...(meta && { meta: plain(JSON.stringify(meta).slice(0, LIMITS.log.meta)) }),
        ...(url && { url: plain(withoutSecrets(url)) }),
        ...(userAgent && { userAgent: plain(userAgent) }),
        ...(timestamp && { timestamp: timestamp.slice(0, TIMESTAMP) }),
      },
    });
  }
}

const plain = (text: string) => text.replace(DECEPTIVE, '\ufffd');

/** Where it happened, without the parts of an address that may hold secrets: account, query and fragment. */
const withoutSecrets = (url: string) => url.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');
