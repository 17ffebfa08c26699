import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
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
  for await (const piece of request) hash.update(piece as Buffer);
  return hash.digest('hex');
}

describe('the way to the API', () => {
  it('lets an upload of 12 MB through as it is, while it comes in', async () => {
    const image = randomBytes(12 * MEGABYTE);
    let arrived = () => {};
    const first = new Promise<void>((resolve) => (arrived = resolve));
    site.api.answers['/api/photos/upload'] = async (request) => {
      request.once('data', arrived);
      return { digest: await digestOf(request), type: request.headers['content-type'] };
    };
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(image.subarray(0, MEGABYTE));
        // The rest is sent only once the beginning has reached the API: nothing in between may wait for the whole.
        await first;
        controller.enqueue(image.subarray(MEGABYTE));
        controller.close();
      },
    });

    const type = 'multipart/form-data; boundary=x';
    const request = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } };
    const response = await fetch(`${site.origin}/api/photos/upload`, request as RequestInit);

    expect(await response.json()).toEqual({ digest: digest(image), type });
  });

  it('lets JSON through with its length', async () => {
    const text = JSON.stringify({ content: 'x'.repeat(200 * 1024) });
    site.api.answers['/api/comments'] = async (request) => ({ digest: await digestOf(request) });

    const response = await fetch(`${site.origin}/api/comments`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json' },
    });

    expect(await response.json()).toEqual({ digest: digest(Buffer.from(text)) });
  });

  it('lets through an upload that asks first whether it is welcome, as curl does with large ones', async () => {
    const image = randomBytes(MEGABYTE);
    site.api.answers['/api/photos/upload'] = async (request) => ({ digest: await digestOf(request) });

    const answer = await new Promise<string>((resolve, reject) => {
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
        let text = '';
        response.on('data', (piece: Buffer) => (text += piece.toString())).on('end', () => resolve(text));
      });
    });

    expect(JSON.parse(answer)).toEqual({ digest: digest(image) });
  });

  it('passes on a refusal that comes before the upload has ended', async () => {
    const refusal = { statusCode: 413, message: 'Image size must be less than 10MB', code: 'image.too-large' };
    site.api.answers['/api/photos/upload'] = (request, response) => {
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

  it('passes on a large file with its headers', async () => {
    const file = randomBytes(12 * MEGABYTE);
    site.api.answers['/media/1/2400.jpeg'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'immutable', etag: '"1"' }).end(file);
    };

    const response = await site.get('/media/1/2400.jpeg');

    expect(digest(new Uint8Array(await response.arrayBuffer()))).toBe(digest(file));
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'image/jpeg', etag: '"1"' });
  });

  it('passes on the version that a change was made from, and the one that is there', async () => {
    site.api.answers['/api/news/3'] = ({ headers }, response) => {
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

  it('passes on an answer that goes on, piece by piece', async () => {
    site.api.answers['/api/events'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      return new Promise(() => {});
    };

    const response = await site.get('/api/events');
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();

    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n');
  });

  it('passes on failures, their headers and the token', async () => {
    site.api.answers['/api/auth/me'] = (request, response) => {
      response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' });
      response.end(JSON.stringify({ token: request.headers.authorization, from: request.headers['x-forwarded-for'] }));
    };

    const response = await site.get('/api/auth/me', { authorization: 'Bearer t', 'x-forwarded-for': '6.6.6.6' });

    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toEqual({ token: 'Bearer t', from: '127.0.0.1' });
  });

  it('asks once where the API says that it is busy', async () => {
    let times = 0;
    site.api.answers['/api/health'] = (_request, response) => {
      times += 1;
      response.writeHead(503, { 'retry-after': '1' }).end();
    };

    expect((await site.get('/api/health')).status).toBe(503);
    expect(times).toBe(1);
  });

  it('takes the word of a gateway that it is told to trust', async () => {
    const behind = await startTestSite({ TRUST_PROXY: 'loopback' });
    behind.api.answers['/api/who'] = (request) => ({ from: request.headers['x-forwarded-for'] });
    const response = await behind.get('/api/who', { 'x-forwarded-for': '203.0.113.7' });
    await behind.stop();

    expect(await response.json()).toEqual({ from: '203.0.113.7' });
  });
});

describe('a body that is too large', () => {
  /** Sends the body, and then another request over the same connection. @returns the first status, and how it went on */
  async function sendThenAsk(headers: string[], pieces: Buffer[]) {
    const { hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.on('data', (piece: Buffer) => (heard += piece.toString('latin1')));
    socket.on('error', () => undefined);
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve('closed')));
    socket.write([`POST /api/comments HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n'));
    for (const piece of pieces) {
      if (socket.writable && !socket.write(piece))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    if (socket.writable) socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    const answered = (async () => {
      while (!heard.includes('"status":"ok"') && !socket.destroyed) await wait(10);
      return 'answered';
    })();
    const end = await Promise.race([closed, answered, wait(10_000, 'jammed', { ref: false })]);
    socket.destroy();
    return { status: heard.slice(9, 12), end };
  }
  const pieces = (wrap: (piece: Buffer) => Buffer) =>
    Array.from({ length: 80 }, () => wrap(Buffer.alloc(100_000, 'x')));

  beforeAll(() => {
    // As the API does: it answers as soon as it knows, and closes.
    site.api.answers['/api/comments'] = async (request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes <= 256 * 1024 || response.headersSent) return;
        response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
        response.end('{"statusCode":413,"message":"The request is too large","code":"request.too-large"}');
        response.once('finish', () => request.socket.destroy());
      });
      await new Promise((resolve) => response.once('close', resolve));
    };
  });

  it('and says so is refused as such, and jams no connection', async () => {
    const headers = ['content-type: application/json', 'content-length: 8000000'];
    for (let round = 0; round < 20; round += 1) {
      const { status, end } = await sendThenAsk(
        headers,
        pieces((piece) => piece),
      );

      expect({ status, isJammed: end === 'jammed' }).toEqual({ status: '413', isJammed: false });
    }
  });

  it('and does not say so is refused as such, and jams no connection', async () => {
    const headers = ['content-type: application/json', 'transfer-encoding: chunked'];
    const end = Buffer.from('\r\n');
    const chunk = (piece: Buffer) => Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, end]);
    for (let round = 0; round < 20; round += 1) {
      const outcome = await sendThenAsk(headers, [...pieces(chunk), Buffer.from('0\r\n\r\n')]);

      expect({ status: outcome.status, isJammed: outcome.end === 'jammed' }).toEqual({
        status: '413',
        isJammed: false,
      });
    }
  });
});

describe('what this server refuses by itself', () => {
  it('is told so where a request names two lengths, and the connection ends', async () => {
    const socket = connect(Number(new URL(site.origin).port), new URL(site.origin).hostname);
    let heard = '';
    socket.on('data', (piece: Buffer) => (heard += piece.toString('latin1'))).on('error', () => undefined);
    socket.write('POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));

    expect(heard).toMatch(/^HTTP\/1\.1 400 .*"code":"request\.malformed"/s);
  });

  it('is told in the form of the API, below its addresses', async () => {
    const unreadable = await site.get('/media/13/..%2f..%2fpackage.json/x');
    const swollen = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(site.origin).port), new URL(site.origin).hostname);
      socket.on('data', (piece: Buffer) => resolve(piece.toString('latin1')));
      socket.write(`GET /api/photos HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`);
    });

    expect(await unreadable.json()).toMatchObject({ statusCode: unreadable.status, message: expect.any(String) });
    expect(swollen).toMatch(/^HTTP\/1\.1 431 .*"code":"request\.headers-too-large"/s);
  });
});

describe('what is between two servers alone', () => {
  it('does not go on from the API to the visitor', async () => {
    site.api.answers['/api/hops'] = (_request, response) => {
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

  it('is not taken from a visitor', async () => {
    site.api.answers['/api/who'] = ({ headers }) => headers;
    const said = {
      'x-kept-by-gateway': '1',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      'x-original-url': '/api/admin/settings',
      'proxy-authorization': 'Basic x',
      tracestate: 'a=b',
    };
    const heard = (await (await site.get('/api/who', said)).json()) as object;

    expect(Object.keys(heard).filter((name) => name in said)).toEqual([]);
  });
});

describe('a type of body that nobody can read', () => {
  it.each(['text/plain;', 'text/plain; x', 'text/plain;charset=', 'application/json; x', 'x', ''])(
    'is refused as such, and not taken for a fault: %j',
    async (type) => {
      site.api.answers['/api/logs/frontend'] = () => {
        throw new Refusal(415, 'request.unsupported-type', 'Not understood');
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

describe('a client that takes all it can', () => {
  const LIMITS = {
    bodies: { total: 256, perClient: 140, timeout: 300 },
    unread: 900,
    slots: { total: 6, perClient: 4, waiting: 8 },
  };
  const ATTACKER = '203.0.113.1';
  const OTHER = '203.0.113.2';
  /** More than the kernel holds on the way. */
  const LARGE = Buffer.alloc(24 * MEGABYTE);
  const sockets: Socket[] = [];
  let small: typeof site;
  /** Large responses of the API: how many there were, are not over, and were not over at most. */
  const large = { asked: 0, open: 0, most: 0 };
  beforeEach(async () => {
    small = await startTestSite({ TRUST_PROXY: 'loopback' }, LIMITS);
    Object.assign(large, { asked: 0, open: 0, most: 0 });
    small.api.answers['/media/large'] = (_request, response) => {
      large.asked += 1;
      large.open += 1;
      large.most = Math.max(large.most, large.open);
      response.once('close', () => (large.open -= 1));
      response.end(LARGE);
    };
    small.api.answers['/api/quick'] = () => ({ is: 'quick' });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await small.stop();
  });

  function open(requests: string) {
    const socket = connect(Number(new URL(small.origin).port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.write(requests);
    return socket.pause();
  }
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, 'host: x', `x-forwarded-for: ${ATTACKER}`, ...more, '', ''].join('\r\n');
  const askedFor = (path: string) => small.api.asked.filter(({ url }) => url === path);
  const quick = async (from: string) => (await small.get('/api/quick', { 'x-forwarded-for': from })).status;

  it.each([
    ['on many connections', 10, () => Array.from({ length: 10 }, () => open(head('GET /media/large')))],
    ['on one connection', 4, () => [open(head('GET /media/large').repeat(10))]],
  ])('and reads nothing, %s, delays nobody else, and is cut off', async (_, asked, attack) => {
    const attackers = attack();
    while (large.asked < 4) await wait(5);

    expect(await quick(OTHER)).toBe(200);
    // Who has the same address waits, and for less than until the others would be cut off anyway.
    expect(await quick(ATTACKER)).toBe(200);
    while (large.asked < asked || large.open > 0) await wait(5);
    // Those of four slots, and at most as many of which the API has not heard yet that they were cut off.
    expect(large.most).toBeLessThanOrEqual(8);
    for (const socket of attackers) {
      await once(socket.resume(), 'close');
      expect(socket.bytesRead).toBeLessThan(LARGE.length);
    }
  });

  it('and sends its bodies byte by byte holds no connection to the API', async () => {
    const slow = head('POST /api/comments', 'content-type: application/json', 'content-length: 100') + '{';
    const attackers = Array.from({ length: 140 }, () => open(slow));

    expect(await quick(ATTACKER)).toBe(200);
    expect(askedFor('/api/comments')).toEqual([]);
    const heard = await new Promise((resolve) => attackers[0]?.once('data', resolve).resume());
    expect(String(heard)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is told so where too many of its requests wait', async () => {
    small.api.answers['/api/never'] = () => new Promise(() => undefined);
    const waiting = Array.from({ length: 4 + 8 + 1 }, () => open(head('GET /api/never')));
    const heard = await Promise.race(waiting.map((socket) => once(socket.resume(), 'data')));

    expect(String(heard)).toMatch(/^HTTP\/1\.1 429 .*retry-after: \d.*"code":"request\.too-many"/is);
    expect(await quick(OTHER)).toBe(200);
    expect(askedFor('/api/never')).toHaveLength(4);
    for (const socket of waiting) socket.destroy();
    while ((await quick(ATTACKER)) !== 200) await wait(5);
  });

  it('and asks for pages that nobody has asked for has four rendered at once', async () => {
    const photos = Array.from({ length: 9 }, (_, index) => `/api/photos/${index + 100}`);
    for (const path of photos) small.api.answers[path] = () => new Promise(() => undefined);
    open(photos.map((path) => head(`GET ${path.replace('/api/photos', '/photo')}`)).join(''));
    const asked = () => photos.flatMap(askedFor).length;
    while (asked() < 4) await wait(5);

    expect((await small.get('/', { 'x-forwarded-for': OTHER })).status).toBe(200);
    expect(asked()).toBe(4);
  });
});

describe('a process that is away', () => {
  it.each(['/api/photos', '/media/1/320.jpeg', '/admin-app/mf-manifest.json'])('answers 503 at %s', async (path) => {
    const alone = await startTestSite({ API_URL: 'http://127.0.0.1:9', ADMIN_APP_URL: 'http://127.0.0.1:9' });
    const response = await alone.get(path);
    const body = await response.json();
    await alone.stop();

    expect(response.status).toBe(503);
    expect(body).toEqual({ statusCode: 503, code: 'service.unavailable', message: expect.any(String) });
  });

  it('that breaks off in the middle does not take this one along', async () => {
    site.api.answers['/api/photos/1'] = (request) => request.socket.destroy();

    const response = await site.get('/api/photos/1');

    expect(response.status).toBe(503);
    expect((await site.get('/health')).status).toBe(200);
  });
});
