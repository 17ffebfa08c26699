import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests in flight on one connection; the next ones wait in the kernel. Browsers send one at a time. */
const MAX_IN_FLIGHT = 16;

/** Milliseconds in which a client takes at least one byte of a response, like nginx' `send_timeout`. */
const UNREAD_TIMEOUT = 30_000;

/** Checks without progress until a connection times out. They are counted, since a busy server checks late. */
const CHECKS = 30;

const HEAD_END = '\r\n\r\n';

interface Connection {
  /** Milliseconds since 1970 at which it was opened. */
  since: number;
  inFlight: Map<ServerResponse, IncomingMessage>;
  /** Paused with further requests unread. */
  isFull: boolean;
  /** Bytes that the client has taken. */
  taken: number;
  /** Checks since then, while bytes wait for it. */
  stalledChecks: number;
}

/** Parts of Node's sockets that are not public. */
interface SocketInternals {
  /** Of a large write nothing public tells how much has gone; Node's own socket timeouts look here. */
  _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  /** Set while Node itself has paused the socket, for responses that wait to be sent. */
  _paused?: boolean;
}

const internalsOf = (socket: Socket) => socket as unknown as SocketInternals;

/**
 * The connections of an HTTP server, and what one client may hold by them: 16 requests in flight, and a response for as
 * long as it takes bytes of it. Responses are told of the end of their connection.
 */
export class Connections {
  private static readonly byServer = new WeakMap<Server, Connections>();
  private readonly connections = new Map<Socket, Connection>();
  private readonly checkEvery: number;
  private checking: NodeJS.Timeout | undefined;

  /**
   * Limits the server's connections from the first call on, which has to come before the first connection and after the
   * server's other listeners.
   */
  static of(server: Server, unreadTimeout?: number): Connections {
    const connections = Connections.byServer.get(server) ?? new Connections(server, unreadTimeout);
    Connections.byServer.set(server, connections);
    return connections;
  }

  private constructor(
    server: Server,
    readonly unreadTimeout = UNREAD_TIMEOUT,
  ) {
    this.checkEvery = unreadTimeout / CHECKS;
    server.on('connection', (socket) => this.add(socket));
    // Before whoever answers.
    server.prependListener('request', (request, response) => this.addRequest(request, response));
  }

  /** Milliseconds for which the client has taken nothing of what waits for it. */
  stalledFor(socket: Socket): number {
    return (this.connections.get(socket)?.stalledChecks ?? 0) * this.checkEvery;
  }

  inFlight(): [ServerResponse, IncomingMessage][] {
    return [...this.connections.values()].flatMap(({ inFlight }) => [...inFlight]);
  }

  /** Ends connections on which nothing has arrived, opened before a time in milliseconds since 1970. */
  closeUnused(before: number): void {
    for (const [socket, { since }] of this.connections) {
      if (socket.bytesRead === 0 && since < before) socket.destroy();
    }
  }

  private add(socket: Socket): void {
    const connection: Connection = {
      since: Date.now(),
      inFlight: new Map(),
      isFull: false,
      taken: 0,
      stalledChecks: 0,
    };
    this.connections.set(socket, connection);
    this.checking ??= setInterval(() => this.check(), this.checkEvery).unref();
    limitPipelining(socket, connection);
    socket.once('close', () => {
      this.connections.delete(socket);
      closeWaiting(connection);
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
      const taken = bytesWritten - writeQueueSize;
      const isStalled = writeQueueSize > 0 && taken === connection.taken;
      connection.taken = taken;
      connection.stalledChecks = isStalled ? connection.stalledChecks + 1 : 0;
      // Reset and not closed, or the kernel would keep the bytes for longer.
      if (connection.stalledChecks >= CHECKS) socket.resetAndDestroy();
    }
  }
}

/** Hands Node's parser no more heads than there is room for: within one read of 64 KB it would take thousands. */
function limitPipelining(socket: Socket, connection: Connection): void {
  const [parse] = socket.listeners('data') as ((piece: Buffer) => void)[];
  if (!parse) return;
  socket.off('data', parse).on('data', (piece: Buffer) => {
    let rest = piece;
    while (rest.length > 0 && !socket.destroyed) {
      const room = MAX_IN_FLIGHT - connection.inFlight.size;
      connection.isFull = room <= 0;
      if (connection.isFull) socket.pause();
      // Also by Node, for a body that nobody reads yet. The rest comes again when the socket is resumed.
      if (socket.isPaused()) return void socket.unshift(rest);
      const end = endOfHeads(rest, room);
      parse(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}

/** Offset after so many ends of heads at most. A piece that begins with a line break may begin within such an end. */
function endOfHeads(piece: Buffer, most: number): number {
  let end = 0;
  while (piece[end] === 13 || piece[end] === 10) end += 1;
  for (let left = end > 0 ? most - 1 : most; left > 0; left -= 1) {
    const next = piece.indexOf(HEAD_END, end);
    if (next === -1) return piece.length;
    end = next + HEAD_END.length;
  }
  return end;
}

/**
 * Tells responses that their connection has ended. Node tells the one that is being sent alone: those that wait behind it
 * would never hear of it, nor let go of what they hold.
 */
function closeWaiting({ inFlight }: Connection): void {
  for (const response of inFlight.keys()) {
    if (response.socket !== null) continue;
    response.destroy();
    // As Node itself marks those it tells: by this a stream that is joined to it only later knows that it has ended.
    Object.assign(response, { _closed: true });
    response.emit('close');
  }
}
