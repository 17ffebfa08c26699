import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isFullLevel } from '@portfolio/testing/level';
import { Refusal } from '../../test/fake-api.ts';
import { startTestSite } from '../../test/start-test-site.ts';

const MEGABYTE = 1024 * 1024;
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

async function digestOf(request: IncomingMessage) {
  const hash = createHash('sha256');
  for await (const chunk of request) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

describe('the API proxy', () => {
  it('streams an upload of 12 MB unchanged', async () => {
    const image = randomBytes(12 * MEGABYTE);
    let onArrival = () => {};
    const first = new Promise<void>((resolve) => (onArrival = resolve));
    site.api.responses['/api/photos/upload'] = async (request) => {
      request.once('data', onArrival);
      return { digest: await digestOf(request), type: request.headers['content-type'] };
    };
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(image.subarray(0, MEGABYTE));
        // The rest follows once the API has the beginning: the proxy must not buffer the upload.
        await first;
        controller.enqueue(image.subarray(MEGABYTE));
        controller.close();
      },
    });

    // Media types ignore case.
    const type = 'Multipart/Form-Data; boundary=x';
    const request = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } };
    const response = await fetch(`${site.origin}/api/photos/upload`, request as RequestInit);

    expect(await response.json()).toEqual({ digest: digest(image), type });
  });

  it('forwards JSON with its length', async () => {
    const text = JSON.stringify({ content: 'x'.repeat(200 * 1024) });
    site.api.responses['/api/comments'] = async (request) => ({ digest: await digestOf(request) });

    const response = await fetch(`${site.origin}/api/comments`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json' },
    });

    expect(await response.json()).toEqual({ digest: digest(Buffer.from(text)) });
  });

  it('forwards an upload with Expect: 100-continue, as curl sends it', async () => {
    const image = randomBytes(MEGABYTE);
    site.api.responses['/api/photos/upload'] = async (request) => ({ digest: await digestOf(request) });

    const text = await new Promise<string>((resolve, reject) => {
      const request = httpRequest(`${site.origin}/api/photos/upload`, {
        method: 'POST',
        headers: {
          expect: '100-continue',
          'content-type': 'multipart/form-data; boundary=x',
          'keep-alive': 'timeout=5',
        },
      });
      request.once('continue', () => request.end(image));
      request.once('error', reject);
      request.once('response', (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString())).on('end', () => resolve(body));
      });
    });

    expect(JSON.parse(text)).toEqual({ digest: digest(image) });
  });

  it('forwards a refusal that arrives before the upload has ended', async () => {
    const refusal = { statusCode: 413, message: 'Image size must be less than 10MB', code: 'image.too-large' };
    site.api.responses['/api/photos/upload'] = (request, response) => {
      request.once('data', () => response.writeHead(413).end(JSON.stringify(refusal)));
      request.resume();
    };

    const response = await fetch(`${site.origin}/api/photos/upload`, {
      method: 'POST',
      body: randomBytes(12 * MEGABYTE),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });

    expect(response.status).toBe(413);
    expect(await response.json()).toEqual(refusal);
  });

  it('forwards a large file with its headers', async () => {
    const file = randomBytes(12 * MEGABYTE);
    site.api.responses['/media/1/2400.jpeg'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'immutable', etag: '"1"' }).end(file);
    };

    const response = await site.get('/media/1/2400.jpeg');

    expect(digest(new Uint8Array(await response.arrayBuffer()))).toBe(digest(file));
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'image/jpeg', etag: '"1"' });
  });

  it('forwards If-Match and ETag', async () => {
    site.api.responses['/api/news/3'] = ({ headers }, response) => {
      const [status, etag] = headers['if-match'] === '"1"' ? [200, '"2"'] : [412, '"1"'];
      response.writeHead(status, { etag, 'content-type': 'application/json' }).end('{}');
    };
    const save = async (version: string) => {
      const request = { method: 'PUT', headers: { 'if-match': version } };
      const { status, headers } = await fetch(`${site.origin}/api/news/3`, request);
      return [status, headers.get('etag')];
    };

    expect(await save('"0"')).toEqual([412, '"1"']);
    expect(await save('"1"')).toEqual([200, '"2"']);
  });

  it('streams server-sent events', async () => {
    site.api.responses['/api/events'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      return new Promise(() => {});
    };

    const response = await site.get('/api/events');
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();

    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n');
  });

  it('forwards failures, their headers and the token', async () => {
    site.api.responses['/api/auth/me'] = (request, response) => {
      response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' });
      response.end(JSON.stringify({ token: request.headers.authorization, from: request.headers['x-forwarded-for'] }));
    };

    const response = await site.get('/api/auth/me', { authorization: 'Bearer t', 'x-forwarded-for': '6.6.6.6' });

    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toEqual({ token: 'Bearer t', from: '127.0.0.1' });
  });

  it('does not retry a 503 of the API', async () => {
    let times = 0;
    site.api.responses['/api/health'] = (_request, response) => {
      times += 1;
      response.writeHead(503, { 'retry-after': '1' }).end();
    };

    expect((await site.get('/api/health')).status).toBe(503);
    expect(times).toBe(1);
  });

  it('forwards the client address of a trusted gateway', async () => {
    const behind = await startTestSite({ TRUST_PROXY: 'loopback' });
    behind.api.responses['/api/who'] = (request) => ({ from: request.headers['x-forwarded-for'] });
    const response = await behind.get('/api/who', { 'x-forwarded-for': '203.0.113.7' });
    await behind.stop();

    expect(await response.json()).toEqual({ from: '203.0.113.7' });
  });
});

describe('a body that is too large', () => {
  const ROUNDS = isFullLevel ? 20 : 4;
  /** Sends the body, then another request on the same connection. @returns the first status, and the outcome of the second */
  async function sendTwice(headers: string[], chunks: Buffer[]) {
    const { hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve('closed')));
    socket.write([`POST /api/comments HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n'));
    for (const chunk of chunks) {
      if (socket.writable && !socket.write(chunk))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    if (socket.writable) socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    const responded = (async () => {
      while (!received.includes('"status":"ok"') && !socket.destroyed) await wait(10);
      return 'responded';
    })();
    const end = await Promise.race([closed, responded, wait(10_000, 'blocked', { ref: false })]);
    socket.destroy();
    return { status: received.slice(9, 12), end };
  }
  const chunks = (wrap: (chunk: Buffer) => Buffer) =>
    Array.from({ length: 80 }, () => wrap(Buffer.alloc(100_000, 'x')));

  beforeAll(() => {
    // Like the API: responds at the limit and closes.
    site.api.responses['/api/comments'] = async (request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= 256 * 1024 || response.headersSent) return;
        response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
        response.end('{"statusCode":413,"message":"The request is too large","code":"request.too-large"}');
        response.once('finish', () => request.socket.destroy());
      });
      await new Promise((resolve) => response.once('close', resolve));
    };
  });

  it('with a content-length is refused with 413 and blocks no connection', async () => {
    const headers = ['content-type: application/json', 'content-length: 8000000'];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { status, end } = await sendTwice(
        headers,
        chunks((chunk) => chunk),
      );

      expect({ status, isBlocked: end === 'blocked' }).toEqual({ status: '413', isBlocked: false });
    }
  });

  it('in chunks is refused with 413 and blocks no connection', async () => {
    const headers = ['content-type: application/json', 'transfer-encoding: chunked'];
    const end = Buffer.from('\r\n');
    const chunk = (chunk: Buffer) => Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, end]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcome = await sendTwice(headers, [...chunks(chunk), Buffer.from('0\r\n\r\n')]);

      expect({ status: outcome.status, isBlocked: outcome.end === 'blocked' }).toEqual({
        status: '413',
        isBlocked: false,
      });
    }
  });
});

describe('an invalid request', () => {
  it('with two lengths gets 400 and a closed connection', async () => {
    const socket = connect(Number(new URL(site.origin).port), new URL(site.origin).hostname);
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1'))).on('error', () => undefined);
    socket.write('POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));

    expect(received).toMatch(/^HTTP\/1\.1 400 .*"code":"request\.malformed"/s);
  });

  it('below the API’s paths gets an error in the API’s format', async () => {
    const unreadable = await site.get('/media/13/..%2f..%2fpackage.json/x');
    const swollen = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(site.origin).port), new URL(site.origin).hostname);
      socket.on('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
      socket.write(`GET /api/photos HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`);
    });

    expect(await unreadable.json()).toMatchObject({ statusCode: unreadable.status, message: expect.any(String) });
    expect(swollen).toMatch(/^HTTP\/1\.1 431 .*"code":"request\.headers-too-large"/s);
  });
});

describe('hop-by-hop and gateway headers', () => {
  it('are not forwarded from the API to the visitor', async () => {
    site.api.responses['/api/hops'] = (_request, response) => {
      response.writeHead(200, {
        connection: 'close, x-hop',
        'x-hop': 'a',
        'keep-alive': 'timeout=75',
        'proxy-authenticate': 'Basic',
        trailer: 'x-later',
        'x-kept': 'b',
      });
      response.end('{}');
    };
    const { headers } = await site.get('/api/hops');

    expect(headers.get('x-kept')).toBe('b');
    expect(headers.get('connection')).not.toMatch(/close|x-hop/);
    expect(headers.get('keep-alive')).not.toBe('timeout=75');
    for (const name of ['x-hop', 'proxy-authenticate', 'trailer']) expect(headers.has(name)).toBe(false);
  });

  it('are not forwarded from a visitor to the API', async () => {
    site.api.responses['/api/who'] = ({ headers }) => headers;
    const sent = {
      'x-kept-by-gateway': '1',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      'x-original-url': '/api/admin/settings',
      'proxy-authorization': 'Basic x',
      tracestate: 'a=b',
    };
    const received = (await (await site.get('/api/who', sent)).json()) as object;

    expect(Object.keys(received).filter((name) => name in sent)).toEqual([]);
  });
});

describe('an unsupported content type', () => {
  it.each(['text/plain;', 'text/plain; x', 'text/plain;charset=', 'application/json; x', 'x', ''])(
    'is refused with 415: %j',
    async (type) => {
      site.api.responses['/api/logs/frontend'] = () => {
        throw new Refusal(415, 'request.unsupported-type', 'Not supported');
      };
      const headers = { 'content-type': type };
      const response = await fetch(`${site.origin}/api/logs/frontend`, { method: 'POST', headers, body: '{}' });

      expect([response.status, await response.json()]).toEqual([
        415,
        expect.objectContaining({ code: 'request.unsupported-type' }),
      ]);
    },
  );
});

describe('an abusive client', () => {
  const LIMITS = {
    bodies: { total: 256, perClient: 140, timeout: 300 },
    unread: 900,
    slots: { total: 6, perClient: 4, waiting: 8 },
  };
  const ATTACKER = '203.0.113.1';
  const OTHER = '203.0.113.2';
  /** Larger than the kernel's socket buffers. */
  const LARGE = Buffer.alloc(24 * MEGABYTE);
  const sockets: Socket[] = [];
  let limited: typeof site;
  /** Counts of large responses of the API: all, open now, and the maximum open at once. */
  const largeResponses = { count: 0, open: 0, maximum: 0 };
  beforeEach(async () => {
    limited = await startTestSite({ TRUST_PROXY: 'loopback' }, LIMITS);
    Object.assign(largeResponses, { count: 0, open: 0, maximum: 0 });
    limited.api.responses['/media/large'] = (_request, response) => {
      largeResponses.count += 1;
      largeResponses.open += 1;
      largeResponses.maximum = Math.max(largeResponses.maximum, largeResponses.open);
      response.once('close', () => (largeResponses.open -= 1));
      response.end(LARGE);
    };
    limited.api.responses['/api/quick'] = () => ({ is: 'quick' });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await limited.stop();
  });

  function open(requests: string) {
    const socket = connect(Number(new URL(limited.origin).port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.write(requests);
    return socket.pause();
  }
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, 'host: x', `x-forwarded-for: ${ATTACKER}`, ...more, '', ''].join('\r\n');
  const requestsOf = (path: string) => limited.api.requests.filter(({ url }) => url === path);
  const statusOfQuickRequest = async (from: string) =>
    (await limited.get('/api/quick', { 'x-forwarded-for': from })).status;

  it.each([
    ['on many connections', 10, () => Array.from({ length: 10 }, () => open(head('GET /media/large')))],
    ['on one connection', 4, () => [open(head('GET /media/large').repeat(10))]],
  ])('that reads nothing, %s, delays no other client and is cut off', async (_, count, attack) => {
    const attackers = attack();
    while (largeResponses.count < 4) await wait(5);

    expect(await statusOfQuickRequest(OTHER)).toBe(200);
    // Its own requests wait for less than the unread timeout.
    expect(await statusOfQuickRequest(ATTACKER)).toBe(200);
    while (largeResponses.count < count || largeResponses.open > 0) await wait(5);
    // Four slots, and at most four cut responses whose end has not reached the API yet.
    expect(largeResponses.maximum).toBeLessThanOrEqual(8);
    for (const socket of attackers) {
      await once(socket.resume(), 'close');
      expect(socket.bytesRead).toBeLessThan(LARGE.length);
    }
  });

  it.each([
    ['sends bodies slowly', 'application/json', '{'],
    ['never starts an upload', 'multipart/form-data; boundary=x', ''],
  ])('that %s holds no connection to the API', async (_, type, start) => {
    const slow = head('POST /api/comments', `content-type: ${type}`, 'content-length: 9000') + start;
    const attackers = Array.from({ length: 140 }, () => open(slow));

    expect(await statusOfQuickRequest(ATTACKER)).toBe(200);
    expect(requestsOf('/api/comments')).toEqual([]);
    const received = await new Promise((resolve) => attackers[0]?.once('data', resolve).resume());
    expect(String(received)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('gets 429 when too many of its requests wait', async () => {
    limited.api.responses['/api/never'] = () => new Promise(() => undefined);
    const waiting = Array.from({ length: 4 + 8 + 1 }, () => open(head('GET /api/never')));
    const received = await Promise.race(waiting.map((socket) => once(socket.resume(), 'data')));

    expect(String(received)).toMatch(/^HTTP\/1\.1 429 .*retry-after: \d.*"code":"request\.too-many"/is);
    expect(await statusOfQuickRequest(OTHER)).toBe(200);
    expect(requestsOf('/api/never')).toHaveLength(4);
    for (const socket of waiting) socket.destroy();
    while ((await statusOfQuickRequest(ATTACKER)) !== 200) await wait(5);
  });

  it('that requests uncached pages has four rendered at once', async () => {
    const photos = Array.from({ length: 9 }, (_, index) => `/api/photos/${index + 100}`);
    for (const path of photos) limited.api.responses[path] = () => new Promise(() => undefined);
    open(photos.map((path) => head(`GET ${path.replace('/api/photos', '/photo')}`)).join(''));
    const rendered = () => photos.flatMap(requestsOf).length;
    while (rendered() < 4) await wait(5);

    expect((await limited.get('/', { 'x-forwarded-for': OTHER })).status).toBe(200);
    expect(rendered()).toBe(4);
  });
});

describe('an unavailable upstream', () => {
  it.each(['/api/photos', '/media/1/320.jpeg', '/admin-app/mf-manifest.json'])('leads to 503 at %s', async (path) => {
    const alone = await startTestSite({ API_URL: 'http://127.0.0.1:9', ADMIN_APP_URL: 'http://127.0.0.1:9' });
    const response = await alone.get(path);
    const body = await response.json();
    await alone.stop();

    expect(response.status).toBe(503);
    expect(body).toEqual({ statusCode: 503, code: 'service.unavailable', message: expect.any(String) });
  });

  it('that closes its connection does not crash this server', async () => {
    site.api.responses['/api/photos/1'] = (request) => request.socket.destroy();

    const response = await site.get('/api/photos/1');

    expect(response.status).toBe(503);
    expect((await site.get('/health')).status).toBe(200);
  });

  it('that closes its connection during an upload leads to 502', async () => {
    site.api.responses['/api/photos/upload'] = (request) => request.socket.destroy();
    const body = new FormData();
    body.set('image', new Blob([randomBytes(MEGABYTE)]));

    const response = await fetch(`${site.origin}/api/photos/upload`, { method: 'POST', body });

    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'server.failed' });
  });
});
