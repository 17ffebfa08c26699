import { expect, it } from '@jest/globals';
import { freePort, portFault } from '../src/supervisor/ports.ts';

it('freePort returns different free ports to concurrent calls', async () => {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);

  expect(new Set(ports).size).toBe(3);
  for (const port of ports) expect(await portFault(port, '127.0.0.1')).toBeUndefined();
});
