import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Connections } from './connections.ts';
import type { Readiness } from './readiness.ts';

/** Milliseconds between two looks for connections that nobody uses any more. */
const LOOK_EVERY = 50;

/** Milliseconds in which the first bytes on a new connection should have arrived; browsers open some ahead of use. */
const UNUSED_FOR = 500;

/** Milliseconds that refused requests have to hear of it, and whole ones to be answered after all. */
const LAST_WORDS = 2_000;

export interface GracefulServerOptions {
  server: Server;
  readiness: Readiness;
  /** What is said to a request that cannot be waited for: the body of a 503, as JSON. */
  refusal: unknown;
}

export interface StopOptions {
  /** Milliseconds in which all is served as before, so that whoever hands out requests sees that this process drains. */
  drainFor: number;
  /** Milliseconds after that for what is in flight. */
  within: number;
  /** Ends answers that would go on for ever, such as streams of events; called when draining begins. */
  endStreams?(): void;
}

/** Stops an HTTP server so that no request is lost on the way: neither on a new connection nor on one that was kept. */
export class GracefulServer {
  private readonly connections: Connections;

  /** Has to be there from the server's first connection on. */
  constructor(private readonly options: GracefulServerOptions) {
    const { server, readiness } = options;
    this.connections = Connections.of(server);
    // Before whoever answers.
    server.prependListener('request', (_request, response) => {
      if (readiness.isDraining) response.shouldKeepAlive = false;
    });
  }

  /** Drains, takes no new connection, finishes what is in flight, and cuts off what does not end in time. */
  async stop({ drainFor, within, endStreams }: StopOptions): Promise<void> {
    const { server, readiness } = this.options;
    readiness.drain();
    for (const [response] of this.connections.inFlight()) response.shouldKeepAlive = false;
    endStreams?.();
    if (!server.listening) return;
    if (drainFor > 0) await wait(drainFor);

    const closed = once(server, 'close');
    // Right after connections were accepted: one that the kernel has taken and nobody has seen would be reset.
    await new Promise((resolve) => setImmediate(resolve));
    server.close();
    const look = setInterval(() => this.closeUnused(), LOOK_EVERY);
    const late = setTimeout(() => this.refuseUnfinished(), within);
    const tooLate = setTimeout(() => server.closeAllConnections(), within + LAST_WORDS);
    try {
      await closed;
    } finally {
      clearInterval(look);
      clearTimeout(late);
      clearTimeout(tooLate);
    }
  }

  /** Connections without a request would hold the process until the other side lets go. */
  private closeUnused(): void {
    this.options.server.closeIdleConnections();
    // To Node only what has answered once is idle.
    this.connections.closeUnused(Date.now() - UNUSED_FOR);
  }

  /**
   * A request that has not arrived whole has changed nothing, and is told to come again. Its connection ends with the
   * answer, by which whoever reads its body knows that the rest never comes.
   */
  private refuseUnfinished(): void {
    const body = JSON.stringify(this.options.refusal);
    for (const [response, request] of this.connections.inFlight()) {
      if (request.complete || response.headersSent) continue;
      const { socket } = request;
      const head = [
        'HTTP/1.1 503 Service Unavailable',
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        'retry-after: 1',
        'connection: close',
      ];
      // Past the response: whoever answers it is not to meet one that has been answered.
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => request.destroy());
    }
  }
}
