import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's log lines, written by pino. */
export class PinoLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest passes the name of the speaker last. */
  private write(level: 'info' | 'warn' | 'error' | 'debug' | 'trace', message: unknown, rest: unknown[]): void {
    const context = rest.findLast((part) => typeof part === 'string');
    if (message instanceof Error) this.pino[level]({ context, err: message }, message.message);
    else this.pino[level]({ context }, String(message));
  }
}
