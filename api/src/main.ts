import { Logger } from '@nestjs/common';
import { loadEnv } from '@portfolio/config';
import { run } from '@portfolio/lifecycle';
import { JobDispatcher } from './backend/job-dispatcher.ts';
import { closeApp, createApp, listenApp } from './create-app.ts';
import { ApiEnv } from './env.ts';

await run(async () => {
  const env = loadEnv(ApiEnv);
  const app = await createApp(env);
  await listenApp(app, env);
  const url = await app.getUrl();
  new Logger('api').log(`listening at ${url}`);
  // A killed process may have stored uploads without enqueuing their jobs.
  void app.get(JobDispatcher).enqueue('housekeeping.requeue', { untouchedFor: 0 });
  return {
    ready: { url },
    stop: () => closeApp(app, { drainFor: env.DRAIN_MS }),
    drainFor: env.DRAIN_MS,
  };
});
