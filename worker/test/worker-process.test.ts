import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { loadEnv } from '@portfolio/config';
import { JobQueue } from '@portfolio/jobs';
import { PHOTO_KEYS } from '@portfolio/storage';
import { aJpeg } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { WorkerEnv } from '../src/env.ts';
import { createBackend, type Backend } from './backend.ts';

const MAIN = fileURLToPath(new URL('../dist/start.cjs', import.meta.url));

jest.setTimeout(120_000);

let backend: Backend;
const children: ChildProcess[] = [];

/** Times out after ten seconds, beside the tests that render. */
let withoutDatabase: ReturnType<typeof launch>;

beforeAll(async () => {
  backend = await createBackend();
  withoutDatabase = launch({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
});
// By SIGTERM: a killed worker leaves its job active for the next test.
afterEach(() => Promise.all(children.splice(0).map(stop)));
afterAll(async () => {
  withoutDatabase.child.kill('SIGKILL');
  await backend.close();
});

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  // Includes its output.
  const exit = once(child, 'close') as Promise<[number | null]>;
  child.kill(signal);
  return (await exit)[0];
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM');
}

/** The built worker in a separate process. */
function launch(variables: Record<string, string>) {
  const child = fork(MAIN, [], {
    execArgv: [],
    env: { PATH: process.env.PATH, ...backend.variables, JOB_TAKEOVER_MS: '2000', ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed = { out: '', err: '' };
  child.stdout!.on('data', (data: Buffer) => (printed.out += data.toString()));
  child.stderr!.on('data', (data: Buffer) => (printed.err += data.toString()));
  const exit = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, printed, exit, message: once(child, 'message') as Promise<[{ type: string; reason?: string }]> };
}

/** A worker that stops after its test. */
function start(variables: Record<string, string> = {}) {
  const launched = launch(variables);
  children.push(launched.child);
  return launched;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(10);
}

const isReady = async (id: number) => (await backend.find(id)).status === 'ready';
const isBegun = async (id: number) => (await backend.find(id)).unfinishedRenders === 1;

it('renders a photo over which a worker was killed', async () => {
  const { id } = await backend.accept(await aJpeg({ megapixels: 4 }));
  await backend.app.get(JobQueue).add('photo.render', { photoId: id });

  const killed = start();
  await until(() => isBegun(id));
  await end(killed.child, 'SIGKILL');
  expect(await backend.find(id)).toMatchObject({ status: 'processing', unfinishedRenders: 1 });

  const { message } = start();
  expect(await message).toEqual([expect.objectContaining({ type: 'ready' })]);
  await until(() => isReady(id));
  const photo = await backend.find(id);
  expect(photo).toMatchObject({ unfinishedRenders: 0, failure: null });
  expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).toHaveLength(photo.renditions.length);
});

it('enqueues a photo without a job at start', async () => {
  const { id } = await backend.accept();
  start();
  await until(() => isReady(id));
});

/** Blocks photos from becoming ready during the action. */
async function holdingBack(action: () => Promise<void>): Promise<void> {
  const holder = backend.app.get(DataSource).createQueryRunner();
  await holder.query(`
    create function hold_back() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
    create trigger hold_back before update on photos for each row when (new.status = 'ready')
      execute function hold_back();
    select pg_advisory_lock(1)`);
  try {
    await action();
  } finally {
    await holder.query('select pg_advisory_unlock(1); drop function hold_back cascade');
    await holder.release();
  }
}

it('finishes its jobs on SIGTERM, and logs JSON', async () => {
  const { id } = await backend.accept();
  const { child, printed } = start({ LOG_LEVEL: 'info', METRICS_PORT: '0' });
  let status: Promise<number | null>;
  await holdingBack(async () => {
    await until(() => isBegun(id));
    const health = /http:[^"\s]+/.exec(printed.out)![0];
    status = end(child, 'SIGTERM');
    await until(async () => (await (await fetch(`${health}/health/ready`)).text()).includes('draining'));
    expect(await isReady(id)).toBe(false);
  });
  expect(await status!).toBe(0);
  expect(await isReady(id)).toBe(true);
  const lines = printed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(expect.objectContaining({ context: 'RenderPicture', photo: id, rendered: true }));
  expect(printed.err).toBe('');
});

it('requeues a job that does not end in time, and another worker takes it immediately', async () => {
  const { id } = await backend.accept(await aJpeg({ megapixels: 4 }));
  await backend.app.get(JobQueue).add('photo.render', { photoId: id });
  const { child, printed } = start({ STOP_WITHIN_MS: '0', JOB_TAKEOVER_MS: '60000' });
  await until(() => isBegun(id));
  expect(await end(child, 'SIGTERM')).toBe(0);
  // A shutdown does not count against the picture.
  expect(await backend.find(id)).toMatchObject({ status: 'processing', unfinishedRenders: 0 });
  expect(await backend.app.get(JobQueue).counts()).toMatchObject({ active: 0, failed: 0 });
  expect(printed.err).toBe('');

  start({ STOP_WITHIN_MS: '0', JOB_TAKEOVER_MS: '60000' });
  await until(() => isBegun(id));
});

it('reports an unreachable database to its parent', async () => {
  const { message, exit } = withoutDatabase;
  expect((await message)[0]).toEqual({ type: 'failed', reason: expect.stringContaining('ECONNREFUSED') });
  expect(await exit).toEqual([1, null]);
});

it('has a thread for each render beside those of Node', async () => {
  /** Threads of libuv's pool, which are created together. */
  const threadsWith = async (CONCURRENCY: string) => {
    const { child, message } = start({ CONCURRENCY });
    await message;
    return readdirSync(`/proc/${child.pid}/task`).length;
  };
  // Skipped without /proc.
  if (!existsSync('/proc/self/task')) return;

  // No renders, which have threads of their own.
  await backend.photos.query('truncate photos cascade');
  const [one, eight] = await Promise.all([threadsWith('1'), threadsWith('8')]);

  expect(eight - one).toBe(7);
});

it('runs at most 256 jobs by default', () => {
  const { DATABASE_URL, STORAGE_DIR } = backend.variables;
  const cores = jest.spyOn(os, 'availableParallelism').mockReturnValue(384);
  syncBuiltinESMExports();
  try {
    expect(loadEnv(WorkerEnv, { DATABASE_URL, STORAGE_DIR }).CONCURRENCY).toBe(256);
  } finally {
    cores.mockRestore();
    syncBuiltinESMExports();
  }
});

it('reports missing settings, and does not start', async () => {
  const { printed, exit, message } = start({ DATABASE_URL: '', CONCURRENCY: 'many' });
  expect((await message)[0].reason).toContain('DATABASE_URL: must be a postgres:// address');
  expect(await exit).toEqual([1, null]);
  expect(printed.err).toContain('CONCURRENCY: must be a number from 1 to 256');
});
