import { loadEnv } from '@portfolio/config';
import { run } from '@portfolio/lifecycle';
import { createApp } from './create-app.ts';
import { ApiEnv } from './env.ts';

/** Milliseconds that requests in flight have to end when the process is asked to stop. */
const FAREWELL = 15_000;

await run(async () => {
  const env = loadEnv(ApiEnv);
  const app = await createApp(env);
  await app.listen(env.PORT, env.HOST);
  return {
    ready: { url: await app.getUrl() },
    async stop() {
      // Requests in flight are finished; one that does not end in time is cut off.
      const late = setTimeout(() => app.getHttpServer().closeAllConnections(), FAREWELL);
      await app.close();
      clearTimeout(late);
    },
  };
});
