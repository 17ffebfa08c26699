import { run } from '@portfolio/lifecycle';
import { loadEnv } from '@portfolio/config';
import { WorkerEnv } from './env.ts';
import { startWorker } from './start-worker.ts';

await run(async () => startWorker(loadEnv(WorkerEnv)));
