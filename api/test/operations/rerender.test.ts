import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { createDataSource } from '@portfolio/database';
import {
  JobQueue,
  JobWorker,
  PermanentFailure,
  queueBackend,
  QueueUnavailableError,
  type JobHandlers,
} from '@portfolio/jobs';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { createPhoto, createTestDatabase } from '@portfolio/testing';
import { rerender } from '../../src/commands/rerender.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let worker: JobWorker | undefined;
const environment = { ...process.env };
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  const { DATABASE_URL, STORAGE_DIR } = api.env;
  Object.assign(process.env, { DATABASE_URL, STORAGE_DIR });
  await api.database.query('truncate photos, background_images, bullmq.job cascade');
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});
afterAll(async () => {
  process.env = environment;
  await api.stop();
});

/** @returns the printed lines */
async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  await rerender(args, (line) => lines.push(line));
  return lines;
}

async function startWorker(handle: () => Promise<void>) {
  worker = new JobWorker({
    backend: queueBackend({ databaseUrl: api.env.DATABASE_URL }),
    handlers: new Proxy({}, { get: () => handle, has: () => true }) as JobHandlers,
    concurrency: 1,
    onError: () => undefined,
  });
  await worker.ready();
}

it.each([['12'], ['--missing'], ['--all', 'photos']])('rejects unknown arguments: %s %s', async (...args) => {
  await expect(run(...args)).rejects.toMatchObject({ name: 'CommandError', status: 2 });
});

it.each([
  [[], 'Nothing to render: no picture lacks a file.'],
  [['--all'], 'The site has no rendered pictures.'],
])('prints that there is nothing to render: %j', async (args, line) => {
  await createPhoto(api.database, { status: 'processing' });

  expect(await run(...args)).toEqual([line]);
});

it('enqueues pictures without files while no worker is running', async () => {
  await createPhoto(api.database);

  expect(await run()).toEqual(['Enqueued 1 picture. No worker is running: start the site to render.']);
  expect(await api.jobs.counts()).toMatchObject({ prioritized: 1 });
});

it('fails when the queue does not answer the question for workers', async () => {
  await createPhoto(api.database);
  const fault = new QueueUnavailableError('The queue does not answer', { cause: new Error('Connection lost') });
  jest.spyOn(JobQueue.prototype, 'checkWorkers').mockRejectedValueOnce(fault);

  await expect(run()).rejects.toMatchObject({ name: 'CommandError', message: 'The queue does not answer. Try again.' });
});

it('waits for the worker', async () => {
  await createPhoto(api.database);
  await startWorker(async () => undefined);

  expect(await run('--all')).toEqual([expect.stringMatching(/^Rendered 1 of 1 picture in \d+\.\d s\.$/)]);
});

it('fails with the names of failed pictures', async () => {
  const { id } = await createPhoto(api.database);
  await startWorker(() => Promise.reject(new PermanentFailure('The file is damaged.')));

  await expect(run()).rejects.toThrow(`These pictures failed:\n  Photo ${id}: The file is damaged.`);
});

it('closes its connections after a failure before the first job', async () => {
  const other = await createTestDatabase();
  const database = await createDataSource({ url: other.url, poolSize: 1 }).initialize();
  try {
    await database.query('drop function site_id');
    process.env.DATABASE_URL = other.url;

    await expect(run()).rejects.toThrow('site_id');

    const others = 'datname = current_database() and pid <> pg_backend_pid()';
    const open = () => database.query<object[]>(`select pid from pg_stat_activity where ${others}`);
    // The server notices a closed connection a moment later.
    expect(await eventually(open, (rows) => rows.length === 0, { timeoutMs: 2_000 })).toEqual([]);
  } finally {
    await database.destroy();
    await other.drop();
  }
});
