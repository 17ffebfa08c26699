import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { hasDuplicateHostHeader, REQUEST_ID_HEADER, requestIdFrom } from '@portfolio/lifecycle';
import { requestLogger, type RequestLoggingOptions, toServedRequest } from './request-logging.ts';
import { isTracing } from './tracing.ts';

/** Serves frequent requests without the framework, whose overhead would exceed the work itself. */
export interface FastPath {
  /** Pattern of the framework's route for the same response. */
  route: string;
  /**
   * @returns the handler; undefined for requests of the framework. The handler returns false, with nothing sent, to fall back
   * to the framework.
   */
  take(request: IncomingMessage, response: ServerResponse): (() => Promise<boolean>) | undefined;
}

/**
 * Installs a fast path before the framework's listeners, with the same metrics and log lines. Under tracing or debug logs
 * every request takes the framework.
 */
export function installFastPath(
  server: Server,
  { route, take }: FastPath,
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
