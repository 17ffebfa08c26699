import type { INestApplication } from '@nestjs/common';
import { GracefulServer, Readiness } from '@portfolio/lifecycle';
import { EventStreams } from './events/event-streams.ts';
import { AppError } from './http/app-error.ts';

/** Milliseconds that requests in flight have to end. */
const FAREWELL = 10_000;

const servers = new WeakMap<INestApplication, GracefulServer>();

/** Follows who is connected, from the server's first connection on, for its end. */
export function watchConnections(app: INestApplication): void {
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
