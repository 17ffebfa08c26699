import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { namesTwoHosts, REQUEST_ID_HEADER, requestIdFrom } from '@portfolio/lifecycle';
import { tellerOf, type FollowOptions } from './request-logging.ts';
import { isTracing } from './tracing.ts';

/** A way past the framework, for what is asked so often that the framework would cost more than the answer. */
export interface FastPath<T> {
  /** The pattern of the framework's route that answers the same. */
  route: string;
  /** @returns what is asked for; undefined for all that is not to go this way */
  read(request: IncomingMessage): T | undefined;
  /** @returns false where the framework is to answer after all; nothing has been answered then */
  answer(wanted: T, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** A short cut of any kind: what it reads is its own affair. */
export interface AnyFastPath {
  route: string;
  /** @returns how the request is answered; undefined where it is the framework's */
  take(request: IncomingMessage, response: ServerResponse): (() => Promise<boolean>) | undefined;
}

export const fastPath = <T>({ route, read, answer }: FastPath<T>): AnyFastPath => ({
  route,
  take(request, response) {
    const wanted = read(request);
    return wanted === undefined ? undefined : () => answer(wanted, request, response);
  },
});

/**
 * Answers some requests before the framework sees them. They are measured and logged as all others. Where requests are
 * traced, or each leaves a line, all go the whole way.
 *
 * @param server with the framework's listeners, and no others yet
 */
export function takeShortCut(
  server: Server,
  { route, take }: AnyFastPath,
  told: Pick<FollowOptions, 'metrics' | 'logger'>,
): void {
  const listeners = server.listeners('request') as RequestListener[];
  const tell = tellerOf(told);
  const leadOn: RequestListener = (request, response) => {
    for (const listener of listeners) listener.call(server, request as never, response as never);
  };
  server.removeAllListeners('request').on('request', (request, response) => {
    const isWholeWay = isTracing() || told.logger.isLevelEnabled('debug') || namesTwoHosts(request);
    const answer = isWholeWay ? undefined : take(request, response);
    if (!answer) return leadOn(request, response);
    const begun = performance.now();
    let isDone = false;
    response.once('close', () => {
      if (!isDone) return;
      const said = { method: request.method ?? '', route, status: response.statusCode };
      tell(said, performance.now() - begun, () => requestIdFrom(request.headers[REQUEST_ID_HEADER]));
    });
    answer().then(
      (isAnswered) => {
        isDone = isAnswered;
        if (!isAnswered) leadOn(request, response);
      },
      // The framework meets the same fault, and has words for it.
      () => (response.headersSent ? void response.destroy() : leadOn(request, response)),
    );
  });
}
