import { listen, Readiness, run } from '@portfolio/lifecycle';
import { readBuiltSite } from './built-site.ts';
import { readEnv } from './env.ts';
import { viewOf } from './http/failures.ts';
import { startOperations } from './http/operations.ts';
import { createServer } from './server.ts';

await run(async () => {
  const env = readEnv();
  const readiness = new Readiness();
  const operations = await startOperations(env, readiness);
  const site = await readBuiltSite(new URL('../', import.meta.url));
  const server = await createServer(env, site, undefined, { metrics: operations.metrics, readiness });
  return listen(server, { env, readiness, shutdownResponse: viewOf(503), operations });
});
