// Plain JavaScript without packages: tools/start.mjs imports it before packages are installed.
import { connect, createServer } from 'node:net';

/**
 * Addresses of a server on a host. A browser may resolve `localhost` to either.
 *
 * @param {string} host
 */
export const addressesOf = (host) => (host === 'localhost' ? ['127.0.0.1', '::1'] : [host]);

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
export async function freePort(addresses = addressesOf('localhost')) {
  for (let attempt = 0; attempt < PORTS; attempt += 1) {
    const port = FIRST_PORT + (offset++ % PORTS);
    if (await isPortFree(port, addresses)) return port;
  }
  throw new Error(`No port from ${FIRST_PORT} on is free`);
}

/**
 * The port, or the nearest one, that is free and not `other`.
 *
 * @param {number} port
 * @param {string[]} addresses
 * @param {number} [other]
 * @returns {Promise<number>}
 */
export async function nearestFreePort(port, addresses, other) {
  for (let distance = 0; ; distance += 1) {
    for (const near of new Set([port + distance, port - distance])) {
      if (near < 1 || near > 65_535 || near === other) continue;
      if (await isPortFree(near, addresses)) return near;
    }
  }
}

/**
 * Whether a port is free on each of the addresses that the machine has: without IPv6 it has no ::1.
 *
 * @param {number} port
 * @param {string[]} addresses
 */
export async function isPortFree(port, addresses) {
  const faults = await Promise.all(addresses.map((address) => portFault(port, address)));
  return !faults.some((code) => code === 'EADDRINUSE' || code === 'EACCES');
}

/**
 * @param {number} port
 * @param {string} address
 * @returns {Promise<string | undefined>} error code of listening on the port; undefined where it is free
 */
export function portFault(port, address) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
    server.listen(port, address, () => server.close(() => resolve(undefined)));
  });
}

/**
 * Whether the response of the server on a port of 127.0.0.1 starts with the prefix.
 *
 * @param {number} port
 * @param {string} request
 * @param {string} prefix
 * @returns {Promise<boolean>}
 */
export function respondsOnPort(port, request, prefix) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    /** @param {boolean} hasResponded */
    const settle = (hasResponded) => {
      socket.destroy();
      resolve(hasResponded);
    };
    socket.setTimeout(2_000, () => settle(false));
    socket.on('error', () => settle(false)).on('close', () => settle(false));
    socket.once('data', (data) => settle(data.toString().startsWith(prefix)));
  });
}
