import { createServer } from 'node:net';

/** Below where systems take the ports of outgoing connections from: a process that is down must find its own free again. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

const given = new Set<number>();

/** A port on loopback that nobody listens on and that this process has given to nobody else. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
