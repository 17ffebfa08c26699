import { createPino } from '@portfolio/lifecycle';
import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import { followRequests, requestIds } from '../src/index.ts';

interface Line {
  msg: string;
  status: number;
  leftOut?: number;
}

/** A server of one door, and what it logs. */
function aServer() {
  const lines: Line[] = [];
  const logger = createPino('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const server = fastify({ ...requestIds });
  followRequests(server, { logger });
  server.all('/:status', (request, reply) => reply.code(Number((request.params as { status: string }).status)).send());
  const ask = (times: number, status: number, method: 'GET' | 'POST' = 'GET') =>
    Promise.all(Array.from({ length: times }, () => server.inject({ method, url: `/${status}` })));
  const written = (status: number) => lines.filter((line) => line.msg === 'answered' && line.status === status).length;
  const leftOut = (status: number) =>
    lines.reduce((sum, line) => sum + (line.status === status ? (line.leftOut ?? 0) : 0), 0);
  return { lines, ask, written, leftOut };
}

it('a thousand refused requests leave a few lines, and the number of those left out', async () => {
  const { ask, lines, written, leftOut } = aServer();
  const began = performance.now();

  await ask(1_000, 401);
  while (written(401) + leftOut(401) < 1_000) await wait(20);

  const seconds = Math.ceil((performance.now() - began) / 1_000);
  expect(written(401) + leftOut(401)).toBe(1_000);
  // Five in a second, and a line that counts the others.
  expect(lines.length).toBeLessThanOrEqual(6 * seconds);
});

it('a flood of one kind hides no line of another, nor of a change', async () => {
  const { ask, written } = aServer();

  await ask(100, 429);
  await ask(1, 403);
  await ask(20, 201, 'POST');

  while (written(201) < 20) await wait(5);
  expect(written(403)).toBe(1);
});
