import { GracefulServer, Readiness, run } from '@portfolio/lifecycle';
import { readBuiltSite } from './built-site.ts';
import { readEnv } from './env.ts';
import { viewOf } from './http/failures.ts';
import { Operations } from './http/operations.ts';
import { createServer } from './server.ts';

/** Milliseconds that requests in flight have to end. */
const FAREWELL = 10_000;

await run(async () => {
  const env = readEnv();
  const readiness = new Readiness();
  const operations = new Operations(env, readiness);
  await operations.start();
  const site = await readBuiltSite(new URL('../', import.meta.url));
  const server = await createServer(env, site, undefined, { metrics: operations.metrics, readiness });
  const graceful = new GracefulServer({ server: server.server, readiness, refusal: viewOf(503) });
  const url = await server.listen({ port: env.PORT, host: env.HOST });
  return {
    ready: { url },
    drainFor: env.DRAIN_MS,
    async stop() {
      const endStreams = () => server.endStreams();
      await graceful.stop({ drainFor: env.DRAIN_MS, within: FAREWELL, endStreams });
      await server.close();
      await operations.stop();
    },
  };
});
