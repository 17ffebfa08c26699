import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const POOL = fileURLToPath(new URL('../src/site/site-pool.ts', import.meta.url));
const RUN_TYPESCRIPT = fileURLToPath(new URL('../../tools/run-typescript.mjs', import.meta.url));

/** Starts the process that owns the shared sites (src/site/site-pool.ts) and sets its address in E2E_SITE_POOL. */
export default async function startPool() {
  const pool = fork(POOL, [], {
    execArgv: ['--conditions=@portfolio/source', '--import', RUN_TYPESCRIPT],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const failed = once(pool, 'exit').then(([status]) => {
    throw new Error(`The pool of sites ended with status ${status}`);
  });
  const [{ port }] = await Promise.race([once(pool, 'message'), failed]);
  process.env.E2E_SITE_POOL = `http://127.0.0.1:${port}`;
  failed.catch(() => undefined);
  globalThis.sitePool = pool;
}
