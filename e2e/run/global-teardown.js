import { once } from 'node:events';

/** Stops all shared sites. @throws when one fails to stop or leaves a process, which fails the run */
export default async function stopPool() {
  const pool = globalThis.sitePool;
  if (!pool) return;
  if (pool.exitCode !== null) throw new Error(`The pool of sites ended by itself with status ${pool.exitCode}`);
  const exit = once(pool, 'exit');
  pool.disconnect();
  const [status] = await exit;
  if (status !== 0) throw new Error('A site did not stop in order: see above');
}
