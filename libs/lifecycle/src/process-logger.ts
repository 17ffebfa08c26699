import { pino, stdTimeFunctions, type Level, type Logger, type LevelWithSilent } from 'pino';

/** JSON lines on the standard output, one object a line. It has the shape of Nest's LoggerService: who speaks comes last. */
export class ProcessLogger {
  private readonly pino: Logger;

  constructor(level: LevelWithSilent) {
    this.pino = pino({ level, timestamp: stdTimeFunctions.isoTime });
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** The speaker is last, and before it whatever the caller added: a stack or an error. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const details = rest.slice(0, context === undefined ? undefined : -1).filter((detail) => detail !== undefined);
    const more = { context, ...(details.length > 0 && { details }) };
    if (message instanceof Error) this.pino[level]({ ...more, err: message }, message.message);
    else if (typeof message === 'object') this.pino[level]({ ...more, ...message });
    else this.pino[level](more, String(message));
  }
}
