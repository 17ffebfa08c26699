import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithRedis, startRedis, type TestRedis } from '@portfolio/testing';
import { createBackend, type Backend } from './backend.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** Milliseconds; what comes round by itself is set up anew within a minute, and then comes round within half of one. */
const A_WHILE = 180_000;

describeWithRedis('a queue that was away, and came back empty', () => {
  let redis: TestRedis;
  let backend: Backend;
  let worker: ChildProcess;

  beforeAll(async () => {
    redis = (await startRedis())!;
    backend = await createBackend({ REDIS_URL: redis.url });
    worker = fork(MAIN, [], {
      execArgv: [],
      env: { PATH: process.env.PATH, ...backend.variables },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(worker, 'message');
  });
  afterAll(async () => {
    const exit = once(worker, 'exit');
    worker.kill('SIGTERM');
    await exit;
    await backend.close();
    await redis.stop();
  });

  it(
    'is asked again for a photo that was accepted meanwhile, by the worker that was there all the time',
    async () => {
      await redis.stop();
      const { id } = await backend.accept(undefined, { updatedAt: new Date(Date.now() - 120_000) });
      redis = (await startRedis({ port: Number(new URL(redis.url).port) }))!;
      while ((await backend.find(id)).status === 'processing') await wait(100);
      expect(await backend.find(id)).toMatchObject({ status: 'ready', failure: null });
    },
    A_WHILE,
  );
});
