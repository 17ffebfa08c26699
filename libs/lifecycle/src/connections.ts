import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests in flight on one connection; the next ones wait in the kernel. Browsers send one at a time. */
const MAX_IN_FLIGHT = 16;

/** Milliseconds without progress until an unread response times out, like nginx' `send_timeout`. */
const UNREAD_TIMEOUT_MS = 30_000;

/** Checks without progress until a connection times out. Checks are counted, since a busy server runs them late. */
const CHECKS = 30;

const HEAD_END = '\r\n\r\n';

interface Connection {
  /** Milliseconds since 1970 at which it opened. */
  since: number;
  inFlight: Map<ServerResponse, IncomingMessage>;
  /** Paused with further requests unread. */
  isFull: boolean;
  /** Bytes that the kernel has taken. */
  sent: number;
  /** Checks since `sent` last grew, while bytes wait. */
  stalledChecks: number;
}

/** Private parts of Node's sockets. */
interface SocketInternals {
  /** Progress of a large write, which no public property shows. Node's own socket timeouts read it. */
  _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  /** Set while Node itself pauses the socket because responses wait to be sent. */
  _paused?: boolean;
}

const internalsOf = (socket: Socket) => socket as unknown as SocketInternals;

/**
 * Connections of an HTTP server. Each has at most 16 requests in flight, and a timeout for unread responses. Every response
 * emits `close` when its connection ends.
 */
export class Connections {
  private static readonly byServer = new WeakMap<Server, Connections>();
  private readonly connections = new Map<Socket, Connection>();
  private readonly checkEvery: number;
  private checking: NodeJS.Timeout | undefined;

  /** Limits the server's connections. Call it before the first connection and after adding other listeners. */
  static of(server: Server, unreadTimeout?: number): Connections {
    const connections = Connections.byServer.get(server) ?? new Connections(server, unreadTimeout);
    Connections.byServer.set(server, connections);
    return connections;
  }

  private constructor(
    server: Server,
    readonly unreadTimeout = UNREAD_TIMEOUT_MS,
  ) {
    this.checkEvery = unreadTimeout / CHECKS;
    server.on('connection', (socket) => this.add(socket));
    server.prependListener('request', (request, response) => this.addRequest(request, response));
  }

  /** Milliseconds for which the kernel has taken none of the bytes that wait: the client does not read. */
  stalledFor(socket: Socket): number {
    return (this.connections.get(socket)?.stalledChecks ?? 0) * this.checkEvery;
  }

  inFlight(): [ServerResponse, IncomingMessage][] {
    return [...this.connections.values()].flatMap(({ inFlight }) => [...inFlight]);
  }

  /** Closes connections on which nothing has arrived, opened before a time in milliseconds since 1970. */
  closeUnused(before: number): void {
    for (const [socket, { since }] of this.connections) {
      if (socket.bytesRead === 0 && since < before) socket.destroy();
    }
  }

  private add(socket: Socket): void {
    const connection: Connection = { since: Date.now(), inFlight: new Map(), isFull: false, sent: 0, stalledChecks: 0 };
    this.connections.set(socket, connection);
    this.checking ??= setInterval(() => this.check(), this.checkEvery).unref();
    limitPipelining(socket, connection);
    socket.once('close', () => {
      this.connections.delete(socket);
      closeQueued(connection);
      if (this.connections.size > 0) return;
      clearInterval(this.checking);
      this.checking = undefined;
    });
  }

  private addRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.connections.get(socket);
    if (!connection) return;
    connection.inFlight.set(response, request);
    response.once('close', () => {
      connection.inFlight.delete(response);
      if (!connection.isFull || internalsOf(socket)._paused) return;
      connection.isFull = false;
      socket.resume();
    });
  }

  private check(): void {
    for (const [socket, connection] of this.connections) {
      const { bytesWritten = 0, writeQueueSize = 0 } = internalsOf(socket)._handle ?? {};
      const sent = bytesWritten - writeQueueSize;
      const isStalled = writeQueueSize > 0 && sent === connection.sent;
      connection.sent = sent;
      connection.stalledChecks = isStalled ? connection.stalledChecks + 1 : 0;
      // After a plain close the kernel would hold the unsent bytes for longer.
      if (connection.stalledChecks >= CHECKS) socket.resetAndDestroy();
    }
  }
}

/** Limits the heads that Node's parser reads in one go: one read of 64 KB may hold thousands. */
function limitPipelining(socket: Socket, connection: Connection): void {
  const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
  if (!parse) return;
  socket.off('data', parse).on('data', (chunk: Buffer) => {
    let rest = chunk;
    while (rest.length > 0 && !socket.destroyed) {
      const free = MAX_IN_FLIGHT - connection.inFlight.size;
      connection.isFull = free <= 0;
      if (connection.isFull) socket.pause();
      // Node also pauses it, for a body without a reader. The rest arrives again on resume.
      if (socket.isPaused()) return void socket.unshift(rest);
      const end = endOfHeads(rest, free);
      parse(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}

/** Offset after at most `max` ends of heads. A chunk that starts with a line break may start inside such an end. */
function endOfHeads(chunk: Buffer, max: number): number {
  let end = 0;
  while (chunk[end] === 13 || chunk[end] === 10) end += 1;
  for (let left = end > 0 ? max - 1 : max; left > 0; left -= 1) {
    const next = chunk.indexOf(HEAD_END, end);
    if (next === -1) return chunk.length;
    end = next + HEAD_END.length;
  }
  return end;
}

/** Closes responses that are queued behind another one. Node itself closes only the one that it is sending. */
function closeQueued({ inFlight }: Connection): void {
  for (const response of inFlight.keys()) {
    if (response.socket !== null) continue;
    response.destroy();
    // Node's own mark: a stream piped to it later sees that it has ended.
    Object.assign(response, { _closed: true });
    response.emit('close');
  }
}
