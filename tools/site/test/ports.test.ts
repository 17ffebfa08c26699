import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort, portFault } from '@portfolio/lifecycle/supervisor';
import type { SiteEnv } from '../src/env.ts';
import { assertPortsFree } from '../src/ports.ts';

it.each([
  ['in use', 2, undefined],
  ['of the back office', 1, 1],
])('suggests a free port when the next one is %s', async (_, used, adminOffset) => {
  const port = await freePort();
  const servers = Array.from({ length: used }, (_, offset) => createServer().listen(port + offset, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ADMIN_PORT = adminOffset === undefined ? undefined : port + adminOffset;

  try {
    const error = await assertPortsFree({ PORT: port, ADMIN_PORT, HOST: '127.0.0.1' } as SiteEnv).catch(String);

    const suggested = Number(/ PORT=(\d+) npm start$/.exec(String(error))?.[1]);
    expect(suggested).not.toBe(ADMIN_PORT);
    expect(await portFault(suggested, '127.0.0.1')).toBeUndefined();
  } finally {
    for (const server of servers) server.close();
  }
});

describe('METRICS_PORT', () => {
  const LOCAL = { HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1' };
  const refusal = (port: number) =>
    `Port ${port} is already in use. Metrics need the ports ${port} to ${port + 3}: choose another METRICS_PORT.`;

  it('is refused while another program uses it', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { ...LOCAL, PORT: await freePort(), METRICS_PORT: port } as SiteEnv;

    await expect(assertPortsFree(env)).rejects.toThrow(refusal(port));
    server.close();
  });

  it('is refused as the port of the site', async () => {
    const port = await freePort();
    const env = { ...LOCAL, PORT: port, METRICS_PORT: port } as SiteEnv;

    await expect(assertPortsFree(env)).rejects.toThrow(refusal(port));
  });
});
