import { fileURLToPath } from 'node:url';
import { loadEnv } from '@portfolio/config';
import { run } from '@portfolio/lifecycle';
import { AdminWebEnv } from './env.ts';
import { createServer } from './server.ts';

await run(async () => {
  const env = loadEnv(AdminWebEnv);
  const apiOrigin = env.API_ORIGIN ?? '';
  const server = await createServer({
    files: fileURLToPath(new URL('../client', import.meta.url)),
    apiOrigin,
    publicOrigin: env.PUBLIC_ORIGIN ?? apiOrigin,
    logLevel: env.LOG_LEVEL,
  });
  const url = await server.listen({ host: env.HOST, port: env.PORT });
  return { ready: { url }, stop: () => server.close() };
});
