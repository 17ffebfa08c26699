import { afterEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort, isPortFree, portFault } from '../src/supervisor/ports.js';
import { endChildren, startChild } from './child.ts';

afterEach(endChildren);

it('freePort returns different free ports to concurrent calls', async () => {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);

  expect(new Set(ports).size).toBe(3);
  for (const port of ports) expect(await portFault(port, '127.0.0.1')).toBeUndefined();
});

it('isPortFree requires each address, and ignores those that the machine does not have', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    expect(await isPortFree(port, ['::1', '127.0.0.1'])).toBe(false);
    // Reserved for documentation: RFC 5737.
    expect(await isPortFree(port, ['192.0.2.1'])).toBe(true);
  } finally {
    server.close();
  }
});

it('freePort returns different ports to processes that start together, before anything listens on them', async () => {
  const module = new URL('../src/supervisor/ports.js', import.meta.url).href;
  const children = [1, 2, 3, 4].map(() =>
    startChild(`
      const { freePort } = await import('${module}');
      const chosen = [];
      for (let call = 0; call < 12; call += 1) chosen.push(await freePort());
      process.send(chosen, () => process.disconnect());
    `),
  );
  await Promise.all(children.map(({ ended }) => ended));

  const ports = children.flatMap(({ messages }) => messages[0] as number[]);
  expect(new Set(ports).size).toBe(48);
});
