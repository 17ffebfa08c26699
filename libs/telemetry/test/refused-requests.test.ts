import { createPino } from '@portfolio/lifecycle';
import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import { registerRequestLogging, requestIds } from '../src/index.ts';

interface Line {
  msg: string;
  status: number;
  leftOut?: number;
}

/** A server that responds with the requested status, and its log. */
function createServer() {
  const lines: Line[] = [];
  const logger = createPino('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const server = fastify({ ...requestIds });
  registerRequestLogging(server, { logger });
  server.all('/:status', (request, reply) => reply.code(Number((request.params as { status: string }).status)).send());
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
