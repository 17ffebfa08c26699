import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadEnv } from '@portfolio/config';
import type { Running } from '@portfolio/lifecycle';
import { describeWithRedis, startRedis, type TestRedis } from '@portfolio/testing';
import { WorkerEnv } from '../src/env.ts';
import { startWorker } from '../src/start-worker.ts';
import { createBackend, type Backend } from './backend.ts';

describeWithRedis('a queue that was unavailable, and came back empty', () => {
  let redis: TestRedis;
  let backend: Backend;
  let worker: Running;

  beforeAll(async () => {
    redis = (await startRedis())!;
    backend = await createBackend({ REDIS_URL: redis.url });
    worker = await startWorker(loadEnv(WorkerEnv, backend.variables), { rescheduleMs: 500 });
  });
  afterAll(async () => {
    await worker.stop();
    await backend.close();
    await redis.stop();
  });

  it('receives a photo that was uploaded meanwhile, from the running worker', async () => {
    await redis.stop();
    const { id } = await backend.accept(undefined, { updatedAt: new Date(Date.now() - 120_000) });
    redis = (await startRedis({ port: Number(new URL(redis.url).port) }))!;
    while ((await backend.find(id)).status === 'processing') await wait(50);
    expect(await backend.find(id)).toMatchObject({ status: 'ready', failure: null });
  });
});
