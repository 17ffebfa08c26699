import type { INestApplication } from '@nestjs/common';
import { Connections, GracefulServer, Readiness } from '@portfolio/lifecycle';
import { EventStreams } from './events/event-streams.ts';
import { AppError } from './http/app-error.ts';

/** Milliseconds that requests in flight have to end. */
const FAREWELL = 10_000;

/**
 * Milliseconds in which a client takes at least one byte of a response: longer than in the servers before this one, which
 * take the next bytes only once a slow visitor has taken those that they hold.
 */
const UNREAD_TIMEOUT = 120_000;

const servers = new WeakMap<INestApplication, GracefulServer>();

/** Follows who is connected, from the server's first connection on, for its end. */
export function watchConnections(app: INestApplication): void {
  Connections.of(app.getHttpServer(), UNREAD_TIMEOUT);
  const refusal = new AppError('service.unavailable').toView();
  servers.set(app, new GracefulServer({ server: app.getHttpServer(), readiness: app.get(Readiness), refusal }));
}

/**
 * Drains, takes no new request, finishes those in flight, and cuts off what does not end in time. Only then it lets go
 * of what requests are answered with.
 *
 * @param drainFor milliseconds in which all is served as before, while readiness is 503
 */
export async function closeApp(app: INestApplication, { drainFor = 0 } = {}): Promise<void> {
  const endStreams = () => app.get(EventStreams).end();
  await servers.get(app)?.stop({ drainFor, within: FAREWELL, endStreams });
  await app.close();
}
