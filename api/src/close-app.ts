import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';

/** Milliseconds that requests in flight have to end. */
const FAREWELL = 15_000;

/** Takes no new request, finishes those in flight, and cuts off what does not end in time. */
export async function closeApp(app: INestApplication): Promise<void> {
  const server: Server = app.getHttpServer();
  // A connection that is kept alive after its last answer would hold the process until the other side lets go.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => server.closeAllConnections(), FAREWELL);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}
