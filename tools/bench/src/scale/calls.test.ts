import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMALL } from '../api/seed.ts';
import { compare } from './bench-scale.ts';
import { CALLS } from './calls.ts';

it('no change repeats that of the round before', () => {
  const changes = CALLS.filter(({ method }) => method === 'PUT').map(({ body }) => body!);

  expect(changes.length).toBeGreaterThan(0);
  for (const body of changes) expect(body(1)).not.toEqual(body(0));
  for (const body of changes) expect(body(2)).not.toEqual(body(1));
});

it('a change is reported with the median of its slower rounds', async () => {
  const server = createServer((request, response) => {
    void text(request).then((body) => setTimeout(() => response.end('{}'), body.includes('unlisted') ? 20 : 0));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const site = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: '', size: SMALL };
  const change = CALLS.find(({ body }) => JSON.stringify(body?.(1) ?? '').includes('unlisted'))!;

  const { name, small, large } = await compare(change, [site, site]);

  server.close();
  expect(name).toContain('"visibility":"unlisted"');
  expect(Math.min(small, large)).toBeGreaterThan(15);
});
