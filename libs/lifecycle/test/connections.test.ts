import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Connections } from '../src/connections.ts';

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
/** Larger than the kernel's socket buffers. */
const LARGE = Buffer.alloc(24 * 1024 * 1024);

const sockets: Socket[] = [];
let server: Server;
let connections: Connections;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  server.closeAllConnections();
});

/** @returns a function that connects to the server */
async function serve(listener: RequestListener, unreadTimeout?: number) {
  server = createServer(listener);
  connections = Connections.of(server, unreadTimeout);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (bytes: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.write(bytes);
    return socket;
  };
}

describe('pipelined requests', () => {
  it('are in flight sixteen at a time, and all 20,000 are answered in order', async () => {
    let maximum = 0;
    let first: ServerResponse | undefined;
    let count = 0;
    const open = await serve((_request, response) => {
      count += 1;
      maximum = Math.max(maximum, connections.inFlight().length);
      first ??= response;
      if (first !== response) response.end(`<${count}>`);
    });
    const socket = open(GET.repeat(20_000));
    while (count < 16) await wait(5);
    // The others are queued behind the first response.
    await wait(100);
    expect(count).toBe(16);

    first?.end('<1>');
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    while (!received.includes('<20000>')) await wait(5);

    expect(maximum).toBe(16);
    const numbers = [...received.matchAll(/<(\d+)>/g)].map((match) => Number(match[1]));
    expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
  });

  it('have complete bodies when these arrive in small chunks', async () => {
    const open = await serve((request, response) => void text(request).then((body) => response.end(`<${body}>`)));
    const post = (body: string) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const bodies = Array.from({ length: 40 }, (_, index) => `${index}\r\n\r\n`.repeat(index));
    const all = bodies.map(post).join('');
    for (const length of [all.length, 7, 3]) {
      const socket = open('');
      for (let at = 0; at < all.length; at += length) {
        socket.write(all.slice(at, at + length), 'latin1');
        if (length < all.length) await new Promise((resolve) => setImmediate(resolve));
      }
      let received = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
      while (received.split('HTTP/1.1 200').length <= bodies.length || !received.endsWith('>')) await wait(5);

      expect([...received.matchAll(/<([^>]*)>/g)].map((match) => match[1])).toEqual(bodies);
    }
  });
});

describe('a client that reads nothing', () => {
  it('loses its connection, with all queued responses', async () => {
    const closed: string[] = [];
    const open = await serve(({ url = '' }, response) => {
      response.once('close', () => closed.push(url));
      response.end(LARGE);
    }, 150);
    open('GET /first HTTP/1.1\r\nhost: x\r\n\r\nGET /second HTTP/1.1\r\nhost: x\r\n\r\n').pause();

    while (closed.length < 2) await wait(5);

    expect(closed.sort()).toEqual(['/first', '/second']);
    expect(connections.inFlight()).toEqual([]);
  });

  it('loses its connection even while it sends', async () => {
    const open = await serve((_request, response) => response.end(LARGE), 150);
    const socket = open(`${GET}GET / HTTP/1.1\r\nx-slow: `).pause();
    const sending = setInterval(() => socket.write('x'), 20);
    await new Promise<void>((resolve) =>
      server.once('request', (_request, { socket }) => socket?.once('close', resolve)),
    );
    clearInterval(sending);

    expect(connections.inFlight()).toEqual([]);
  });
});

it.each([
  [
    'that reads slowly',
    (response: ServerResponse) => response.end(LARGE),
    async (socket: Socket) => {
      socket.pause();
      let bytes = 0;
      while (bytes < LARGE.length && !socket.destroyed) {
        // Less than the kernel's buffers would be invisible to the server.
        for (const end = bytes + LARGE.length / 6; bytes < end && !socket.destroyed; await wait(1)) {
          bytes += (socket.read() as Buffer | null)?.length ?? 0;
          if (bytes >= LARGE.length) return true;
        }
        await wait(150);
      }
      return false;
    },
  ],
  [
    'with a silent event stream',
    (response: ServerResponse) => {
      response.write('event: open\n\n');
      setTimeout(() => response.end('event: news\n\n'), 900);
    },
    async (socket: Socket) => {
      let received = '';
      for await (const chunk of socket) if ((received += String(chunk)).includes('event: news')) return true;
      return false;
    },
  ],
])('a client %s stays connected', async (_, respond, read) => {
  const open = await serve((_request, response) => void respond(response), 600);

  expect(await read(open(GET))).toBe(true);
});
