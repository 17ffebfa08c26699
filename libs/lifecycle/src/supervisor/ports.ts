import { connect, createServer } from 'node:net';
import { jestWorker } from '../env.ts';

/** A browser may resolve `localhost` to either. */
export const LOOPBACK = ['127.0.0.1', '::1'];

/** Ports below the range of outgoing connections, so that a restarted process finds its own free. One range per Jest worker. */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 1_000;
const WORKERS = 12;

/** Random, since two test runs may share a machine. */
let offset = Math.floor(Math.random() * PORTS_PER_WORKER);

/** A port that is free on each of the addresses. No port is returned twice in a thousand calls. */
export async function freePort(addresses = LOOPBACK): Promise<number> {
  const first = FIRST_PORT + (jestWorker() % WORKERS) * PORTS_PER_WORKER;
  for (let attempt = 0; attempt < PORTS_PER_WORKER; attempt += 1) {
    offset = (offset + 1) % PORTS_PER_WORKER;
    const port = first + offset;
    const faults = await Promise.all(addresses.map((address) => portFault(port, address)));
    // A machine without IPv6 has no ::1.
    if (!faults.some((code) => code === 'EADDRINUSE' || code === 'EACCES')) return port;
  }
  throw new Error(`No port from ${first} on is free`);
}

/** Error code of listening on a port, or undefined where it is free. */
export function portFault(port: number, address: string): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, address, () => server.close(() => resolve(undefined)));
  });
}

/** Whether the server on a port of 127.0.0.1 answers a request with this beginning. */
export function portAnswers(port: number, request: string, beginning: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const settle = (isAnswered: boolean) => {
      socket.destroy();
      resolve(isAnswered);
    };
    socket.setTimeout(2_000, () => settle(false));
    socket.on('error', () => settle(false)).on('close', () => settle(false));
    socket.once('data', (data: Buffer) => settle(data.toString().startsWith(beginning)));
  });
}
