import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DEMO_ACCOUNT, type ErrorView } from '@portfolio/contracts';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { AppError } from '../../src/http/app-error.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const MEGABYTE = 1024 * 1024;

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi({ HEADERS_TIMEOUT_S: 1, BODY_TIMEOUT_S: 1, REQUEST_TIMEOUT_S: 3 });
  const { email, password } = DEMO_ACCOUNT;
  token = (await api.visitor.post('/api/auth/login').send({ email, password }).expect(200)).body.token;
});
afterAll(() => api.stop());

const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

/** A connection with the bytes received so far. */
async function open() {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1').setEncoding('utf8');
  sockets.push(socket);
  const received = { text: '' };
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (text: string) => (received.text += text)).on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, closed, received };
}

/** Sends single bytes until the connection closes. */
async function drip(socket: Socket, text: string) {
  for (const byte of text) {
    if (socket.destroyed || !socket.writable) return;
    socket.write(byte);
    await wait(100);
  }
}

const head = (path: string, lines: string[], method = 'POST') =>
  [`${method} ${path} HTTP/1.1`, 'Host: api', ...lines, '', ''].join('\r\n');
const isAnswering = () => api.visitor.get('/api/galleries').expect(200);

describe('a slow connection times out without blocking others', () => {
  it('with endless headers', async () => {
    const { socket, closed, received } = await open();
    void drip(socket, `GET /api/galleries HTTP/1.1\r\nHost: api\r\nX-Slow: ${'x'.repeat(1000)}`);

    await isAnswering();
    await closed;

    expect(received.text).toMatch(/^HTTP\/1\.1 408 /);
    expect(received.text).toContain('"code":"request.too-slow"');
  });

  it('that sends nothing, which gets no response', async () => {
    const { closed, received } = await open();

    await closed;
    await isAnswering();

    expect(received.text).toBe('');
  });

  it('with endless JSON', async () => {
    const { socket, closed, received } = await open();
    socket.write(head('/api/auth/login', ['Content-Type: application/json', 'Content-Length: 1000']));
    void drip(socket, `{"email":"${'x'.repeat(990)}`);

    await isAnswering();
    await closed;

    expect(received.text).toMatch(/^HTTP\/1\.1 408 /);
    expect(received.text).toContain('"code":"request.too-slow"');
  });

  it('with endless chunked JSON', async () => {
    const { socket, closed, received } = await open();
    socket.write(head('/api/auth/login', ['Content-Type: application/json', 'Transfer-Encoding: chunked']));
    void drip(socket, '1\r\n \r\n'.repeat(500));

    await closed;

    expect(received.text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('with an endless upload, whose file is deleted', async () => {
    const { socket, closed } = await open();
    socket.write(
      head('/api/photos/upload', [
        `Authorization: Bearer ${token}`,
        // Media types ignore case.
        'Content-Type: Multipart/Form-Data; boundary=x',
        'Content-Length: 1000000',
      ]),
    );
    socket.write('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n');
    const started = Date.now();
    void drip(socket, 'x'.repeat(1000));
    await waitUntil(async () => api.files().length === 1, { timeoutMs: 3_000 });

    await isAnswering();
    await closed;

    // Beyond the timeout of other bodies.
    expect(Date.now() - started).toBeGreaterThan(1_500);
    for (let tries = 0; api.files().length > 0 && tries < 50; tries += 1) await wait(100);
    expect(api.files()).toEqual([]);
    await isAnswering();
  }, 15_000);
});

describe('a body', () => {
  const json = (text: string, path = '/api/auth/login') =>
    api.visitor.post(path).set('content-type', 'application/json').send(text);

  it.each([
    ['of 50 MB with Content-Length', ['Content-Length: 52428800']],
    ['of 50 MB in chunks', ['Transfer-Encoding: chunked']],
  ])('%s, is rejected before its end', async (_, lines) => {
    const { socket, closed, received } = await open();
    socket.write(head('/api/auth/login', ['Content-Type: application/json', ...lines]));
    const piece = `${MEGABYTE.toString(16)}\r\n${' '.repeat(MEGABYTE)}\r\n`;
    for (let sent = 0; sent < 50 && socket.writable; sent += 1) {
      // The API may stop reading: the write does not have to finish.
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    }
    await closed;

    expect(received.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(received.text).toContain('"code":"request.too-large"');
    expect(socket.bytesWritten).toBeLessThan(20 * MEGABYTE);
    await isAnswering();
  });

  it.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000)],
    ['a deep field', `{"email":${'['.repeat(32)}${']'.repeat(32)}}`],
  ])('that is deeply nested is rejected: %s', async (_, text) => {
    const { body } = await json(text).expect(400);

    expect(body).toEqual({ statusCode: 400, code: 'request.malformed', message: 'The request could not be read' });
    await isAnswering();
  });

  it.each([
    '{"email":"a@b.example","password":"x","__proto__":{"isAdmin":true}}',
    '{"__proto__":{"isAdmin":true},"email":"a@b.example","password":"x"}',
    '{"email":"a@b.example","password":"x","constructor":{"prototype":{"isAdmin":true}}}',
    '{"email":{"__proto__":{"isAdmin":true}},"password":"x"}',
  ])('with prototype pollution is rejected: %s', async (text) => {
    const { body } = await json(text).expect(400);

    expect(body.code).toBe('request.malformed');
    expect({}).not.toHaveProperty('isAdmin');
    await isAnswering();
  });

  it('with a repeated field uses the last one', async () => {
    const { email, password } = DEMO_ACCOUNT;
    await json(`{"email":"nobody@example.com","email":"${email}","password":"${password}"}`).expect(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/html', 'application/octet-stream', 'image/png'])(
    'of type %s is rejected',
    async (type) => {
      const { body } = await api.visitor.post('/api/auth/login').set('content-type', type).send('email=a').expect(415);

      expect(body.code).toBe('request.unsupported-type');
    },
  );

  it.each(['', 'json', 'application/json, text/plain', 'multipart/form-data, application/json'])(
    'of an invalid type %j is rejected with the matching code',
    async (type) => {
      const headers = { 'content-type': type };
      const response = await fetch(`${api.url}/api/auth/login`, { method: 'POST', headers, body: '{"email":"a"}' });

      const { statusCode, code } = (await response.json()) as ErrorView;
      expect([response.status, statusCode, code]).toEqual([415, 415, 'request.unsupported-type']);
    },
  );

  it.each([
    ['POST', '/api/logs/frontend', 'text/plain', 415],
    ['POST', '/api/nowhere', 'text/plain', 404],
    ['GET', '/api/galleries', 'application/json', 200],
  ])('that is not read does not block its connection: %s %s, %s', async (method, path, type, status) => {
    const { socket, received } = await open();
    socket.write(head(path, [`Content-Type: ${type}`, `Content-Length: ${200 * 1024}`], method));
    socket.write(' '.repeat(200 * 1024));
    socket.write(head('/api/second', [], 'GET'));
    const statuses = () => [...received.text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => Number(code));
    await waitUntil(() => statuses().length === 2, { timeoutMs: 2_000 });

    expect(statuses()).toEqual([status, 404]);
  });

  it.each(['/api/logs/frontend', '/api/nowhere'])('that is not read and never ends times out: %s', async (path) => {
    const { socket, closed, received } = await open();
    socket.write(head(path, ['Content-Type: text/plain', 'Transfer-Encoding: chunked']));
    void drip(socket, '1\r\n \r\n'.repeat(500));

    await closed;

    expect(received.text).toMatch(/^HTTP\/1\.1 4(04|15) [^]*HTTP\/1\.1 408 /);
    await isAnswering();
  });

  it('of a client that disconnects is no fault of the server', async () => {
    const respond = jest.spyOn(AppError.prototype, 'toView');
    const { socket } = await open();
    const arrived = once(api.app.getHttpServer() as Server, 'request');
    socket.write(`${head('/api/auth/login', ['Content-Type: application/json', 'Content-Length: 1000'])}{`);
    await arrived;
    await wait(50);
    socket.resetAndDestroy();
    await waitUntil(() => respond.mock.contexts.length > 0);

    expect(respond.mock.contexts).toMatchObject([{ code: 'request.malformed' }]);
    respond.mockRestore();
  });

  it.each(['multipart/form-data', 'Multipart/Form-Data'])(
    'of type %s is accepted by upload routes only',
    async (type) => {
      const headers = { 'content-type': `${type}; boundary=x` };
      const response = await fetch(`${api.url}/api/auth/login`, { method: 'POST', headers, body: '--x--' });

      expect(await response.json()).toMatchObject({ statusCode: 415, code: 'request.unsupported-type' });
    },
  );
});

describe('an invalid HTTP request', () => {
  it.each([
    ['another protocol', 'HELO api\r\n\r\n', 400, 'request.malformed'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
      'request.headers-too-large',
    ],
    [
      'two Content-Length headers',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'request.malformed',
    ],
    [
      'two Host headers',
      'GET /api/galleries HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n',
      400,
      'request.malformed',
    ],
    [
      'two Host headers on the media fast path',
      'GET /media/1/abc/320.jpeg HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n',
      400,
      'request.malformed',
    ],
    [
      'Content-Length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'request.malformed',
    ],
  ])('gets an ErrorView: %s', async (_, text, status, code) => {
    const { socket, closed, received } = await open();
    socket.write(text);
    await closed;

    const [start = '', body = ''] = received.text.split('\r\n\r\n');
    expect(start).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toEqual({ statusCode: status, code, message: expect.any(String) });
  });

  it('gets no body after HEAD', async () => {
    const { socket, closed, received } = await open();
    socket.write(`HEAD / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`);
    await closed;

    expect(received.text).toMatch(/^HTTP\/1\.1 431 [^]*\r\n\r\n$/);
  });

  it.each(['/api/photos/%ff', `/api/photos/${'1'.repeat(5000)}`, '/api/galleries/%00', '/%'])(
    'gets an ErrorView at %s',
    async (path) => {
      const { body, status } = await api.visitor.get(path);

      expect([400, 404, 414]).toContain(status);
      expect(body).toEqual({
        statusCode: status,
        code: expect.stringMatching(/^[a-z]+\.[a-z-]+$/),
        message: expect.any(String),
      });
    },
  );
});
