import { run } from '@portfolio/lifecycle';
import { readBuiltSite } from './built-site.ts';
import { readEnv } from './env.ts';
import { createServer } from './server.ts';

await run(async () => {
  const env = readEnv();
  const server = await createServer(env, await readBuiltSite(new URL('../', import.meta.url)));
  const url = await server.listen({ port: env.PORT, host: env.HOST });
  return { ready: { url }, stop: () => server.close() };
});
