import { connect, createServer } from 'node:net';

/** A browser may resolve `localhost` to either. */
export const LOOPBACK = ['127.0.0.1', '::1'];

/** Ports below the range of outgoing connections, so that a restarted process finds its own free. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;
/**
 * Distance between the first ports of two processes. A port is only taken when a program listens on it, often seconds
 * after this choice. Processes started together rarely choose the same port: each begins 16 ports after the previous
 * process id.
 */
const PORTS_PER_PROCESS = 16;

let offset = process.pid * PORTS_PER_PROCESS;

/**
 * A port that is free on each of the addresses. No port is returned twice in 12,000 tries, and none that another process
 * has just been given, unless one of them makes more than 16 tries or their ids differ by a multiple of 750. A port in use
 * is a try as well.
 */
export async function freePort(addresses = LOOPBACK): Promise<number> {
  for (let attempt = 0; attempt < PORTS; attempt += 1) {
    const port = FIRST_PORT + (offset++ % PORTS);
    if (await isPortFree(port, addresses)) return port;
  }
  throw new Error(`No port from ${FIRST_PORT} on is free`);
}

/** Whether a port is free on each of the addresses that the machine has: without IPv6 it has no ::1. */
export async function isPortFree(port: number, addresses: string[]): Promise<boolean> {
  const faults = await Promise.all(addresses.map((address) => portFault(port, address)));
  return !faults.some((code) => code === 'EADDRINUSE' || code === 'EACCES');
}

/** Error code of listening on a port, or undefined where it is free. */
export function portFault(port: number, address: string): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, address, () => server.close(() => resolve(undefined)));
  });
}

/** Whether the response of the server on a port of 127.0.0.1 starts with the prefix. */
export function respondsOnPort(port: number, request: string, prefix: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const settle = (hasResponded: boolean) => {
      socket.destroy();
      resolve(hasResponded);
    };
    socket.setTimeout(2_000, () => settle(false));
    socket.on('error', () => settle(false)).on('close', () => settle(false));
    socket.once('data', (data: Buffer) => settle(data.toString().startsWith(prefix)));
  });
}
