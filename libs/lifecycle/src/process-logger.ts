import { pino, stdTimeFunctions, type DestinationStream, type Level, type Logger, type LevelWithSilent } from 'pino';
import { logDestination } from './log-destination.ts';
import { isError, logFields } from './log-fields.ts';
import { currentRequestId } from './request-context.ts';
import { redactSecrets } from './redact-secrets.ts';

/**
 * Creates the logger of a process: one JSON object a line, with the id of the current request and without secrets or
 * e-mail addresses.
 *
 * @param destination standard output by default
 */
export function createPino(level: LevelWithSilent, destination: DestinationStream = logDestination()): Logger {
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { log: logFields },
    serializers: {
      // Already serialized by `logFields`; pino's own serializer expects an error.
      err: (serialized: unknown) => serialized,
      // The method alone: URLs hold tickets, and headers tokens. The line of the response names the route.
      req: (request: { method?: unknown }) => ({ method: request?.method }),
      res: (reply: { statusCode?: unknown }) => ({ statusCode: reply?.statusCode }),
    },
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
    hooks: { streamWrite: redactSecrets },
  };
  return pino(options, destination);
}

/** Nest's contexts for a line about each module, controller and route at start. */
const FRAMEWORK = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Nest's LoggerService on pino. Nest passes the context last. */
export class ProcessLogger {
  /** For a server that writes lines by itself. */
  readonly pino: Logger;

  constructor(level: LevelWithSilent, destination?: DestinationStream) {
    this.pino = createPino(level, destination);
  }

  readonly log = this.writer('info');
  readonly fatal = this.writer('fatal');
  readonly error = this.writer('error');
  readonly warn = this.writer('warn');
  readonly debug = this.writer('debug');
  readonly verbose = this.writer('trace');

  private writer(given: Level) {
    return (message: unknown, ...rest: unknown[]): void => {
      const level = given === 'info' && FRAMEWORK.has(rest.at(-1)) ? 'debug' : given;
      if (this.pino.isLevelEnabled(level)) this.write(level, message, rest);
    };
  }

  /** @param rest stacks or errors, then the context */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const details = rest.slice(0, context === undefined ? undefined : -1).filter((detail) => detail !== undefined);
    const fields = { context, ...(details.length > 0 && { details }) };
    if (isError(message)) this.pino[level]({ ...fields, err: message }, message.message);
    else if (typeof message === 'object') this.pino[level]({ ...fields, ...message });
    else this.pino[level](fields, String(message));
  }
}
