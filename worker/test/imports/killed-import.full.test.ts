import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { exportBag, isUnused, openSiteDatabase } from '@portfolio/backup';
import { JobQueue, QueueOverview } from '@portfolio/jobs';
import { importKey, IMPORTS } from '@portfolio/storage';
import { DataSource } from 'typeorm';
import { type Backend, createBackend } from '../backend.ts';

const MAIN = fileURLToPath(new URL('../../dist/start.cjs', import.meta.url));
const ID = '0198c5f26d3a7cc19a550d6f1f2f8a10';
const ORIGINALS = 5;
const ORIGINAL_BYTES = 1024 * 1024;

jest.setTimeout(120_000);

let [source, target]: [Backend, Backend] = [undefined as never, undefined as never];
beforeAll(async () => {
  [source, target] = [await createBackend(), await createBackend()];
  for (let count = 0; count < ORIGINALS; count += 1) {
    await source.accept(randomBytes(ORIGINAL_BYTES), { status: 'failed', title: `Photo ${count}` });
  }
  const dataSource = await openSiteDatabase(source.variables.DATABASE_URL);
  await exportBag({ dataSource, storage: source.storage, key: 'exports/all.tar' });
  await dataSource.destroy();
  await target.storage.writeStream(importKey(ID, 1), (await source.storage.open('exports/all.tar'))!);
});
afterAll(async () => {
  await source.close();
  await target.close();
});

/** The built worker in a separate process. */
const start = () => {
  const env = { PATH: process.env.PATH, ...target.variables, JOB_TAKEOVER_MS: '2000' };
  return fork(MAIN, [], { execArgv: [], env, stdio: 'ignore' });
};
const end = async (child: ReturnType<typeof start>, signal: NodeJS.Signals) => {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
};
const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await wait(5);
};

it('a worker killed during an import leaves the site empty, and another one repeats it', async () => {
  const jobs = target.app.get(JobQueue);
  const database = target.app.get(DataSource);
  const payload = { uploadId: ID, parts: 1, isDemo: false };
  await jobs.add('import', payload);

  // Lets the import store its originals and wait for the tables.
  const lock = database.createQueryRunner();
  await lock.startTransaction();
  await lock.query('lock table photos in share mode');
  const killed = start();
  await until(async () => (await target.keys('originals')).length === ORIGINALS);
  await end(killed, 'SIGKILL');
  await lock.rollbackTransaction();
  await lock.release();
  expect(await isUnused(database)).toBe(true);
  expect(await target.keys(IMPORTS)).toHaveLength(1);

  const other = start();
  await until(async () => (await new QueueOverview(jobs).latest('import', payload)).open === undefined);
  await end(other, 'SIGTERM');
  expect(await new QueueOverview(jobs).latest('import', payload)).toEqual({});
  expect(await target.photos.count()).toBe(ORIGINALS);
  expect(await target.keys('originals')).toEqual(await source.keys('originals'));
  expect(await target.keys(IMPORTS)).toEqual([]);
});
