import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Connections } from './connections.ts';
import type { Running } from './run.ts';
import { addressesOf } from './supervisor/ports.js';

/** Milliseconds between two searches for idle connections. */
const CHECK_INTERVAL_MS = 50;

/** Milliseconds in which a new connection should send its first bytes; browsers open some ahead of use. */
const UNUSED_TIMEOUT_MS = 500;

/** Milliseconds after the 503 until every connection is closed. */
const LAST_RESPONSE_TIMEOUT_MS = 2_000;

/** Error codes of ::1 on a machine without IPv6. */
const WITHOUT_IPV6 = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Whether gateways and orchestrators should send requests to this process. */
export class Readiness {
  /** True from the stop signal on, and never reset: a process that drains ends. */
  isDraining = false;
}

interface GracefulServerOptions {
  server: Server;
  readiness: Readiness;
  /** JSON body of the 503 for a request that does not arrive before the shutdown timeout. */
  shutdownResponse: unknown;
}

interface StopOptions {
  /** Milliseconds of normal service, in which load balancers notice that this process drains. */
  drainFor: number;
  /** Milliseconds after that for requests in flight. */
  within: number;
  /** Ends endless responses such as event streams. Called when draining starts. */
  endStreams?(): void;
}

/** Shuts down an HTTP server without losing a request, on new connections or on kept-alive ones. */
export class GracefulServer {
  private readonly connections: Connections;
  private readonly listeners: SocketServer[];

  /** Construct it before the server's first connection. */
  constructor(private readonly options: GracefulServerOptions) {
    const { server, readiness } = options;
    this.connections = Connections.of(server);
    this.listeners = [server];
    server.prependListener('request', (_request, response) => {
      if (readiness.isDraining) response.shouldKeepAlive = false;
    });
  }

  /**
   * Listens on a host: `localhost` is 127.0.0.1, and ::1 on a machine with IPv6. Fastify would open a second server for ::1,
   * whose connections this class does not see.
   *
   * @throws the error of either address
   */
  async listen<T>(host: string, listenOn: (address: string) => Promise<T>): Promise<T> {
    const { server } = this.options;
    const [address = host, second] = addressesOf(host);
    const result = await listenOn(address);
    if (second === undefined) return result;
    const { port } = server.address() as AddressInfo;
    // The options of an HTTP server.
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    );
    try {
      await once(listener.listen(port, second), 'listening');
      this.listeners.push(listener);
    } catch (error) {
      if (!WITHOUT_IPV6.has((error as NodeJS.ErrnoException).code)) {
        server.close();
        throw error;
      }
    }
    return result;
  }

  /** Drains, accepts no new connection, finishes requests in flight, and cuts off those that time out. */
  async stop({ drainFor, within, endStreams }: StopOptions): Promise<void> {
    const { server, readiness } = this.options;
    readiness.isDraining = true;
    for (const [response] of this.connections.inFlight()) response.shouldKeepAlive = false;
    endStreams?.();
    if (!server.listening) return;
    if (drainFor > 0) await wait(drainFor);

    const closed = Promise.all(this.listeners.map((listener) => once(listener, 'close')));
    // Accepts connections that the kernel has already taken: closing would reset them.
    await new Promise((resolve) => setImmediate(resolve));
    for (const listener of this.listeners) listener.close();
    const checking = setInterval(() => this.closeUnused(), CHECK_INTERVAL_MS);
    const refusing = setTimeout(() => this.refuseUnfinished(), within);
    const closing = setTimeout(() => server.closeAllConnections(), within + LAST_RESPONSE_TIMEOUT_MS);
    try {
      await closed;
    } finally {
      clearInterval(checking);
      clearTimeout(refusing);
      clearTimeout(closing);
    }
  }

  /** Node's idle connections are only those that have served a request. */
  private closeUnused(): void {
    this.options.server.closeIdleConnections();
    this.connections.closeUnused(Date.now() - UNUSED_TIMEOUT_MS);
  }

  /** Sends 503 to requests that have not arrived whole. Nothing has changed yet, so clients may retry. */
  private refuseUnfinished(): void {
    const body = JSON.stringify(this.options.shutdownResponse);
    for (const [response, request] of this.connections.inFlight()) {
      // Without a socket it is queued behind another response.
      if (request.complete || response.headersSent || response.socket === null) continue;
      const { socket } = request;
      const head = [
        'HTTP/1.1 503 Service Unavailable',
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        'retry-after: 1',
        'connection: close',
      ];
      // Bypasses the response object, which the handler may still use.
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => request.destroy());
    }
  }
}

/** A Fastify server. */
interface WebServer {
  server: Server;
  listen(address: { host: string; port: number }): Promise<string>;
  close(): Promise<void>;
  endStreams?(): void;
}

interface ListenOptions extends Omit<GracefulServerOptions, 'server'> {
  env: { HOST: string; PORT: number; DRAIN_MS: number };
  /** Serves metrics; stopped last. */
  operations?: { stop(): Promise<void> } | undefined;
}

/** Milliseconds for requests in flight at shutdown. */
export const SHUTDOWN_TIMEOUT_MS = 10_000;

/** Starts a web server for `run`, which drains and closes it on a stop signal. */
export async function listen(
  web: WebServer,
  { env, readiness, shutdownResponse, operations }: ListenOptions,
): Promise<Running> {
  const graceful = new GracefulServer({ server: web.server, readiness, shutdownResponse });
  const url = await graceful.listen(env.HOST, (host) => web.listen({ host, port: env.PORT }));
  return {
    ready: { url },
    drainFor: env.DRAIN_MS,
    async stop() {
      const endStreams = () => web.endStreams?.();
      await graceful.stop({ drainFor: env.DRAIN_MS, within: SHUTDOWN_TIMEOUT_MS, endStreams });
      await web.close();
      await operations?.stop();
    },
  };
}
