import { createServer } from 'node:net';

/**
 * Below those that systems give away by themselves, so that nobody takes one before its server listens, or while that is
 * killed and started again; and apart from those of the other workers of the run.
 */
const FIRST = 20_000;
const PER_WORKER = 1_000;
const WORKERS = 10;

const worker = Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS;
/** Not the same in every run, of which there may be two. */
let place = Math.floor(Math.random() * PER_WORKER);

/** A port of this machine that nobody listens on, and that is given to nobody else. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PER_WORKER; tries += 1) {
    place = (place + 1) % PER_WORKER;
    const port = FIRST + worker * PER_WORKER + place;
    // A browser that is told `localhost` may ask either.
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port;
  }
  throw new Error(`No port from ${FIRST + worker * PER_WORKER} on is free`);
}

function isFree(port: number, address: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    // A machine without IPv6 has no ::1.
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'EADDRINUSE' && code !== 'EACCES'));
    server.listen(port, address, () => server.close(() => resolve(true)));
  });
}
