import { once } from 'node:events';
import {
  Agent,
  createServer,
  get,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { GracefulServer, listen, Readiness } from '../src/graceful-server.ts';
import { addressesOf, portFault } from '../src/supervisor/ports.js';

const SHUTDOWN_RESPONSE = { statusCode: 503, message: 'Please try again.' };
const hasIPv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));
const describeWithIPv6 = hasIPv6 ? describe : describe.skip;
const agents: Agent[] = [];
let server: Server;

afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
  server.close();
  server.closeAllConnections();
});

async function serve(listener: RequestListener) {
  server = createServer({ keepAliveTimeout: 75_000 }, listener);
  const readiness = new Readiness();
  const graceful = new GracefulServer({ server, readiness, shutdownResponse: SHUTDOWN_RESPONSE });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { graceful, readiness, port: (server.address() as AddressInfo).port };
}

/** A client with one kept-alive connection, like a gateway. */
function keepAliveClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return async (path = '/') => {
    const clientRequest = get({ port, host: '127.0.0.1', path, agent });
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    return { response, reused: clientRequest.reusedSocket, body: await text(response) };
  };
}

describe('responses of a closed connection', () => {
  it('emit close, also when they are queued behind others', async () => {
    const ended: string[] = [];
    const waiting = new Map<string, ServerResponse>();
    const { port } = await serve(({ url = '' }, response) => {
      waiting.set(url, response);
      response.once('close', () => ended.push(url));
      // The first response stays open: the others are queued behind it.
      if (url === '/second') response.end('ready');
    });
    const socket = connect(port, '127.0.0.1');
    for (const path of ['/first', '/second', '/third']) socket.write(`GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`);
    while (waiting.size < 3) await wait(5);
    expect(ended).toEqual([]);

    socket.destroy();
    while (ended.length < 3) await wait(5);

    expect(ended.sort()).toEqual(['/first', '/second', '/third']);
    // Later writes are discarded.
    const third = waiting.get('/third')!;
    expect(third.destroyed).toBe(true);
    const source = new PassThrough();
    await expect(pipeline(source, third)).rejects.toThrow('Premature close');
    expect(source.destroyed).toBe(true);
    third.end('too late');
    expect(third.writableLength).toBe(0);
  });
});

describe('a draining server', () => {
  it('serves requests with connection: close, and closes all connections', async () => {
    const { graceful, readiness, port } = await serve((_, response) => response.end('served'));
    const fetchOnce = keepAliveClient(port);
    await fetchOnce();
    const stopped = graceful.stop({ drainFor: 1_000, within: 5_000 });
    expect(readiness.isDraining).toBe(true);

    const reused = await fetchOnce();
    expect([reused.reused, reused.body, reused.response.headers.connection]).toEqual([true, 'served', 'close']);
    const fresh = await fetchOnce();
    expect([fresh.reused, fresh.body, fresh.response.headers.connection]).toEqual([false, 'served', 'close']);

    const since = Date.now();
    await stopped;
    expect(Date.now() - since).toBeLessThan(3_000);
    await expect(fetchOnce()).rejects.toThrow('ECONNREFUSED');
  });

  it('ends event streams when draining starts', async () => {
    const streams: { end(): void }[] = [];
    const { graceful, port } = await serve((_, response) => {
      response.write('event: open\n\n');
      streams.push(response);
    });
    const answered = keepAliveClient(port)();
    while (streams.length === 0) await wait(5);
    let isOver = false;
    const stopped = graceful
      .stop({ drainFor: 1_000, within: 5_000, endStreams: () => streams.forEach((stream) => stream.end()) })
      .then(() => (isOver = true));
    expect((await answered).body).toBe('event: open\n\n');
    expect(isOver).toBe(false);
    await stopped;
  });
});

describeWithIPv6('a server on localhost', () => {
  function listenOnLocalhost(PORT: number) {
    server = createServer((incoming, response) => incoming.resume().on('end', () => response.end('served')));
    const web = {
      server,
      async listen(address: { host: string; port: number }) {
        await once(server.listen(address), 'listening');
        return `http://${address.host}`;
      },
      close: async () => undefined,
    };
    const env = { HOST: 'localhost', PORT, DRAIN_MS: 0 };
    return listen(web, { env, readiness: new Readiness(), shutdownResponse: SHUTDOWN_RESPONSE });
  }

  it('closes where its port is in use on the second address', async () => {
    const other = createServer().listen(0, '::1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      await expect(listenOnLocalhost(port)).rejects.toThrow(`EADDRINUSE: address already in use ::1:${port}`);
      expect(await portFault(port, '127.0.0.1')).toBeUndefined();
    } finally {
      other.close();
    }
  });

  it('answers requests in flight on each of its addresses before it stops', async () => {
    const { stop } = await listenOnLocalhost(0);
    const { port } = server.address() as AddressInfo;
    const addresses = addressesOf('localhost');
    const uploads = addresses.map((host) => request({ host, port, method: 'POST', headers: { 'content-length': 9 } }));
    const responses = uploads.map((upload) => once(upload, 'response') as Promise<[IncomingMessage]>);
    for (const upload of uploads) {
      upload.write('half ');
      await once(server, 'request');
    }
    let isStopped = false;
    const stopped = stop().then(() => (isStopped = true));

    await wait(200);
    expect(isStopped).toBe(false);
    for (const upload of uploads) upload.end('more');
    for (const [response] of await Promise.all(responses)) expect(await text(response)).toBe('served');
    await stopped;
    for (const address of addresses) expect(await portFault(port, address)).toBeUndefined();
  });
});

describe('a stopping server', () => {
  it('answers requests in flight', async () => {
    let respond: () => void = () => undefined;
    const { graceful, port } = await serve((_, response) => (respond = () => response.end('late')));
    const fetched = keepAliveClient(port)();
    await once(server, 'request');
    const stopped = graceful.stop({ drainFor: 0, within: 5_000 });
    await wait(200);
    respond();
    expect((await fetched).body).toBe('late');
    await stopped;
  });

  it('answers a request that arrives on an open connection just before', async () => {
    const { graceful, port } = await serve((_, response) => response.end('served'));
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const stopped = graceful.stop({ drainFor: 0, within: 5_000 });
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
    expect(await text(socket)).toContain('served');
    await stopped;
  });

  it('refuses an incomplete request with 503 after the timeout', async () => {
    const ends: (Error | undefined)[] = [];
    const { graceful, port } = await serve((incoming) => {
      incoming.resume();
      incoming.once('close', () => ends.push(incoming.errored ?? undefined));
    });
    const upload = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 1_000 } });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write('incomplete');
    await once(server, 'request');
    const stopped = graceful.stop({ drainFor: 0, within: 100 });

    const [response] = await answered;
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(await text(response))).toEqual(SHUTDOWN_RESPONSE);
    await stopped;
    // The reader of the body sees it close.
    expect(ends).toHaveLength(1);
  });

  it('answers a request in flight before an incomplete one on the same connection', async () => {
    const { graceful, port } = await serve((incoming, response) => {
      if (incoming.method === 'GET') setTimeout(() => response.end('served'), 400);
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\nPOST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nhalf');
    await once(server, 'request');
    const stopped = graceful.stop({ drainFor: 0, within: 100 });

    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 .*served/s);
    await stopped;
  });

  it('closes connections that are not answered in time', async () => {
    const { graceful, port } = await serve(() => undefined);
    const fetched = keepAliveClient(port)();
    fetched.catch(() => undefined);
    await once(server, 'request');
    const since = Date.now();
    await graceful.stop({ drainFor: 0, within: 100 });
    expect(Date.now() - since).toBeLessThan(5_000);
    await expect(fetched).rejects.toThrow('socket hang up');
  });
});
