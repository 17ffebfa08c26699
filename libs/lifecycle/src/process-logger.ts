import { pino, stdTimeFunctions, type DestinationStream, type Level, type Logger, type LevelWithSilent } from 'pino';
import { isError } from './described-error.ts';
import { logDestination } from './log-destination.ts';
import { printable } from './printable.ts';
import { currentRequestId } from './request-trail.ts';
import { withoutSecrets } from './without-secrets.ts';

/**
 * What every line of every process is written by: JSON, one object a line, with the id of the request that it belongs
 * to. Whatever it is given, no secret and no e-mail address gets out.
 *
 * @param destination the standard output unless told
 */
export function createPino(level: LevelWithSilent, destination: DestinationStream = logDestination()): Logger {
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { log: printable },
    // Pino's own describer of errors would take the description for an error.
    serializers: { err: (described: unknown) => described, req: describedRequest, res: describedAnswer },
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
    hooks: { streamWrite: withoutSecrets },
  };
  return pino(options, destination);
}

/** Of a request its method alone: addresses hold tickets, and headers tokens. The line of its answer names its route. */
const describedRequest = (request: { method?: unknown }) => ({ method: request?.method });

const describedAnswer = (reply: { statusCode?: unknown }) => ({ statusCode: reply?.statusCode });

/** JSON lines on the standard output, one object a line. It has the shape of Nest's LoggerService: who speaks comes last. */
export class ProcessLogger {
  /** What writes the lines, for a server that brings its own way of asking for them. */
  readonly pino: Logger;

  constructor(level: LevelWithSilent, destination?: DestinationStream) {
    this.pino = createPino(level, destination);
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
    if (!this.pino.isLevelEnabled(level)) return;
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const details = rest.slice(0, context === undefined ? undefined : -1).filter((detail) => detail !== undefined);
    const more = { context, ...(details.length > 0 && { details }) };
    if (isError(message)) this.pino[level]({ ...more, err: message }, message.message);
    else if (typeof message === 'object') this.pino[level]({ ...more, ...message });
    else this.pino[level](more, String(message));
  }
}
