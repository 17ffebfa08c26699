import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { hasDuplicateHostHeader, REQUEST_ID_HEADER, requestIdFrom } from '@portfolio/lifecycle';
import { requestLogger, type RequestLoggingOptions, toServedRequest } from './request-logging.ts';
import { isTracing } from './tracing.ts';

/** Serves frequent requests without the framework, whose overhead would exceed the work itself. */
interface FastPath<T> {
  /** Pattern of the framework's route for the same response. */
  route: string;
  /** @returns the parsed request; undefined for requests of the framework */
  read(request: IncomingMessage): T | undefined;
  /** @returns false, with nothing sent, to fall back to the framework */
  respond(parsed: T, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** A fast path of any request type. */
export interface AnyFastPath {
  route: string;
  /** @returns the handler; undefined for requests of the framework */
  take(request: IncomingMessage, response: ServerResponse): (() => Promise<boolean>) | undefined;
}

export const fastPath = <T>({ route, read, respond }: FastPath<T>): AnyFastPath => ({
  route,
  take(request, response) {
    const parsed = read(request);
    return parsed === undefined ? undefined : () => respond(parsed, request, response);
  },
});

/**
 * Installs a fast path before the framework's listeners, with the same metrics and log lines. Under tracing or debug logs
 * every request takes the framework.
 */
export function installFastPath(
  server: Server,
  { route, take }: AnyFastPath,
  logging: Pick<RequestLoggingOptions, 'metrics' | 'logger'>,
): void {
  const listeners = server.listeners('request') as RequestListener[];
  const log = requestLogger(logging);
  const fallback: RequestListener = (request, response) => {
    for (const listener of listeners) listener.call(server, request as never, response as never);
  };
  server.removeAllListeners('request').on('request', (request, response) => {
    const isBypassed = isTracing() || logging.logger.isLevelEnabled('debug') || hasDuplicateHostHeader(request);
    const respond = isBypassed ? undefined : take(request, response);
    if (!respond) return fallback(request, response);
    const startedAt = performance.now();
    const onClose = () =>
      log(toServedRequest(request.method ?? '', route, response), performance.now() - startedAt, () =>
        requestIdFrom(request.headers[REQUEST_ID_HEADER]),
      );
    response.once('close', onClose);
    const fallBack = () => {
      response.off('close', onClose);
      fallback(request, response);
    };
    respond().then(
      (isSent) => (isSent ? undefined : fallBack()),
      // The framework meets the same error and reports it.
      () => (response.headersSent ? void response.destroy() : fallBack()),
    );
  });
}
