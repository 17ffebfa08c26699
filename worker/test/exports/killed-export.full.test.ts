import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { JobQueue, QueueOverview } from '@portfolio/jobs';
import { EXPORTS } from '@portfolio/storage';
import { createBackend, type Backend } from '../backend.ts';

const MAIN = fileURLToPath(new URL('../../dist/start.cjs', import.meta.url));
/** Large enough for a kill in the middle. */
const ORIGINAL_BYTES = 96 * 1024 * 1024;

jest.setTimeout(120_000);

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

/** The built worker in a separate process. */
const start = () => {
  const env = { PATH: process.env.PATH, ...backend.variables, JOB_TAKEOVER_MS: '2000' };
  return fork(MAIN, [], { execArgv: [], env, stdio: 'ignore' });
};
const end = async (child: ReturnType<typeof start>, signal: NodeJS.Signals) => {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
};
const files = () => readdir(join(backend.variables.STORAGE_DIR, EXPORTS)).catch(() => []);
const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await wait(5);
};

it('a worker killed during an export leaves nothing to download, and another one repeats it', async () => {
  for (let i = 0; i < 3; i += 1) await backend.accept(randomBytes(ORIGINAL_BYTES), { status: 'failed' });
  const jobs = backend.app.get(JobQueue);
  await jobs.add('export', { acceptLosses: false });

  const killed = start();
  await until(async () => (await files()).length > 0);
  await end(killed, 'SIGKILL');
  expect(await files()).toEqual([expect.stringMatching(/\.part$/)]);
  expect(await backend.keys(EXPORTS)).toEqual([]);

  const other = start();
  const overview = new QueueOverview(jobs);
  await until(async () => (await overview.latest('export', { acceptLosses: false })).open === undefined);
  await end(other, 'SIGTERM');
  expect(await files()).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.tar$/)]);
  const [key] = await backend.keys(EXPORTS);
  expect((await backend.storage.stat(key!))!.bytes).toBeGreaterThan(3 * ORIGINAL_BYTES);
});
