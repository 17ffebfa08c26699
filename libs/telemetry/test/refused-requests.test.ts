import { createPino } from '@portfolio/lifecycle';
import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  HttpMetrics,
  installFastPath,
  registerRequestLogging,
  Registry,
  requestIdOptions,
  requestLogger,
  toServedRequest,
} from '../src/index.ts';

interface Line {
  msg: string;
  status: number;
  route?: string;
  aborted?: boolean;
  leftOut?: number;
}

/** A server that responds with the requested status, and its log. */
function createServer() {
  const lines: Line[] = [];
  const logger = createPino('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const server = fastify({ ...requestIdOptions });
  registerRequestLogging(server, { logger });
  server.all('/:status', (request, reply) => {
    // An injected response never finishes.
    Object.defineProperty(reply.raw, 'writableFinished', { value: true });
    return reply.code(Number((request.params as { status: string }).status)).send();
  });
  const send = (times: number, status: number, method: 'GET' | 'POST' = 'GET') =>
    Promise.all(Array.from({ length: times }, () => server.inject({ method, url: `/${status}` })));
  const written = (status: number) =>
    lines.filter((line) => line.msg === 'request completed' && line.status === status).length;
  const leftOut = (status: number) =>
    lines.reduce((sum, line) => sum + (line.status === status ? (line.leftOut ?? 0) : 0), 0);
  return { lines, send, written, leftOut };
}

it('a thousand refused requests write a few log lines and the number of the rest', async () => {
  const { send, lines, written, leftOut } = createServer();
  const startedAt = performance.now();

  await send(1_000, 401);
  while (written(401) + leftOut(401) < 1_000) await wait(20);

  const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
  expect(written(401) + leftOut(401)).toBe(1_000);
  // Five lines a second, and one that counts the rest.
  expect(lines.length).toBeLessThanOrEqual(6 * seconds);
});

it('a flood of one status does not suppress lines of another, nor of changes', async () => {
  const { send, written } = createServer();

  await send(100, 429);
  await send(1, 403);
  await send(20, 201, 'POST');

  while (written(201) < 20) await wait(5);
  expect(written(403)).toBe(1);
});

it('a flood of aborted changes is sampled, and suppresses no line of a slow request', () => {
  const messages: string[] = [];
  const log = requestLogger({
    logger: createPino('info', { write: (line) => void messages.push(JSON.parse(line).msg) }),
  });
  const serve = (method: string, writableFinished: boolean, ms: number) =>
    log(toServedRequest(method, '/one', { statusCode: 200, writableFinished } as ServerResponse), ms, () => 'abcdefgh');

  for (let times = 0; times < 100; times += 1) serve('POST', false, 1);
  serve('GET', true, 2_000);
  serve('GET', false, 2_000);

  const changes = Array.from({ length: 5 }, () => 'request aborted');
  expect(messages).toEqual([...changes, 'request completed', 'request aborted']);
});

it.each([
  ['framework', '/slow/:id', '/slow/3'],
  ['fast path', '/fast', '/fast'],
])('a request whose client hangs up is logged and measured once: %s', async (_, route, path) => {
  const lines: Line[] = [];
  const logger = createPino('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const registry = new Registry();
  const observers = { logger, metrics: new HttpMetrics(registry) };
  const server = fastify({ ...requestIdOptions, forceCloseConnections: true });
  registerRequestLogging(server, observers);
  const client = new AbortController();
  let respond = async () => false;
  const handled = new Promise<void>((resolve) => {
    respond = async () => {
      client.abort();
      for (let waited = 0; lines.length === 0 && waited < 10_000; waited += 10) await wait(10);
      resolve();
      return false;
    };
  });
  server.post('/slow/:id', respond);
  const take = ({ url }: IncomingMessage) => (url === '/fast' ? respond : undefined);
  installFastPath(server.server, { route: '/fast', take }, observers);
  await server.listen({ port: 0 });
  const { port } = server.server.address() as AddressInfo;

  await expect(fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', signal: client.signal })).rejects.toThrow();

  await handled;
  await server.close();
  expect(lines).toMatchObject([{ msg: 'request aborted', route, status: 200, aborted: true }]);
  expect(await registry.metrics()).toContain(`_count{method="POST",route="${route}",status="200"} 1`);
});
