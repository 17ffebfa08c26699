import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SMALL } from '../api/bench-database.ts';
import { compare } from './bench-scale.ts';
import { CALLS } from './calls.ts';

it('no change repeats that of the round before', () => {
  const changes = CALLS.filter(({ method }) => method === 'PUT').map(({ body }) => body!);

  expect(changes.length).toBeGreaterThan(0);
  for (const body of changes) expect(body(1)).not.toEqual(body(0));
  for (const body of changes) expect(body(2)).not.toEqual(body(1));
});

it('a change is reported with the rounds that slow down more with the size', async () => {
  // Even rounds are slow at both sizes, odd ones only at the large size.
  const sites = await Promise.all([0, 60].map((odd) => startSite({ public: 100, unlisted: odd })));
  const change = CALLS.find(({ body }) => JSON.stringify(body?.(1) ?? '').includes('unlisted'))!;

  const { name, small, large } = await compare(change, [sites[0]!, sites[1]!]);

  for (const { server } of sites) server.close();
  expect(name).toContain('"visibility":"unlisted"');
  expect(large - small).toBeGreaterThan(20);
});

/** A site that responds after the milliseconds of the requested visibility. */
async function startSite(delays: Record<string, number>) {
  const server = createServer((request, response) => {
    void json(request).then((body) =>
      setTimeout(() => response.end('{}'), delays[(body as { visibility: string }).visibility]),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, origin, token: '', size: SMALL };
}
