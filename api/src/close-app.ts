import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { INestApplication } from '@nestjs/common';

/** Milliseconds that requests in flight have to end. */
const FAREWELL = 15_000;

const openSockets = new WeakMap<Server, Set<Socket>>();

/** Remembers who is connected, from the server's first connection on, for its end. */
export function watchConnections(server: Server): void {
  const sockets = new Set<Socket>();
  openSockets.set(server, sockets);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

/** Takes no new request, finishes those in flight, and cuts off what does not end in time. */
export async function closeApp(app: INestApplication): Promise<void> {
  const server: Server = app.getHttpServer();
  const idle = setInterval(() => closeIdle(server), 100);
  const late = setTimeout(() => server.closeAllConnections(), FAREWELL);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}

/** Connections without a request would hold the process until the other side lets go. */
function closeIdle(server: Server): void {
  server.closeIdleConnections();
  // To Node only what has answered once is idle; browsers open connections ahead of use.
  for (const socket of openSockets.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}
