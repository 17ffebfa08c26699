import type { INestApplication } from '@nestjs/common';
import { Connections, GracefulServer, Readiness, SHUTDOWN_TIMEOUT_MS } from '@portfolio/lifecycle';
import { EventStreams } from './events/event-streams.ts';
import { AppError } from './http/app-error.ts';

/** Milliseconds without a byte read by the client. Longer than the proxy's, which buffers for slow visitors. */
const UNREAD_TIMEOUT_MS = 120_000;

const servers = new WeakMap<INestApplication, GracefulServer>();

/** Tracks connections from the first one on, for the shutdown. */
export function watchConnections(app: INestApplication): void {
  Connections.of(app.getHttpServer(), UNREAD_TIMEOUT_MS);
  const shutdownResponse = new AppError('service.unavailable').toView();
  servers.set(
    app,
    new GracefulServer({ server: app.getHttpServer(), readiness: app.get(Readiness), shutdownResponse }),
  );
}

/**
 * Drains, refuses new requests, finishes those in flight, closes the remaining connections, then closes the modules.
 *
 * @param drainFor milliseconds of full service while readiness is 503
 */
export async function closeApp(app: INestApplication, { drainFor = 0 } = {}): Promise<void> {
  const endStreams = () => app.get(EventStreams).end();
  await servers.get(app)?.stop({ drainFor, within: SHUTDOWN_TIMEOUT_MS, endStreams });
  await app.close();
}
