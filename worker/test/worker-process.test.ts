import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { JobQueue } from '@portfolio/jobs';
import { PHOTO_KEYS } from '@portfolio/storage';
import { aJpeg } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { createBackend, type Backend } from './backend.ts';

const MAIN = fileURLToPath(new URL('../dist/start.cjs', import.meta.url));

// Each starts processes and renders, on machines of any speed.
jest.setTimeout(120_000);

let backend: Backend;
const children: ChildProcess[] = [];

/** Gives up after ten seconds, so it waits beside the tests that render. */
let withoutDatabase: ReturnType<typeof launch>;

beforeAll(async () => {
  backend = await createBackend();
  withoutDatabase = launch({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
});
// In good order: a photo is ready a moment before its job ends, and a killed worker leaves that job active for the next test.
afterEach(() => Promise.all(children.splice(0).map(stop)));
afterAll(async () => {
  withoutDatabase.child.kill('SIGKILL');
  await backend.close();
});

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  // With all that it printed.
  const exit = once(child, 'close') as Promise<[number | null]>;
  child.kill(signal);
  return (await exit)[0];
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM');
}

/** The worker as it is built and as it will run: a process of its own. */
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
  return { child, printed, exit, told: once(child, 'message') as Promise<[{ type: string; reason?: string }]> };
}

/** One that ends with its test. */
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

it('has a photo become ready that a worker was killed over', async () => {
  const { id } = await backend.accept(await aJpeg({ megapixels: 12 }));
  await backend.app.get(JobQueue).add('photo.render', { photoId: id });

  const killed = start();
  await until(() => isBegun(id));
  await end(killed.child, 'SIGKILL');
  expect(await backend.find(id)).toMatchObject({ status: 'processing', unfinishedRenders: 1 });

  const { told } = start();
  expect(await told).toEqual([expect.objectContaining({ type: 'ready' })]);
  await until(() => isReady(id));
  const photo = await backend.find(id);
  expect(photo).toMatchObject({ unfinishedRenders: 0, failure: null });
  expect(await backend.keys(PHOTO_KEYS.renditionsOf(id))).toHaveLength(photo.renditions.length);
});

it('asks at its start for a photo whose job was never added', async () => {
  const { id } = await backend.accept();
  start();
  await until(() => isReady(id));
});

/** No photo becomes ready before the action has ended. */
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

it('ends what it began when it is told to stop, and says what it does as JSON', async () => {
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

it('hands back what it cannot end in time, and another worker has it at once', async () => {
  const { id } = await backend.accept(await aJpeg({ megapixels: 24 }));
  await backend.app.get(JobQueue).add('photo.render', { photoId: id });
  const { child, printed } = start({ STOP_WITHIN_MS: '0', JOB_TAKEOVER_MS: '60000' });
  await until(() => isBegun(id));
  expect(await end(child, 'SIGTERM')).toBe(0);
  // Stopping a worker is no fault of the picture, and never counts against it.
  expect(await backend.find(id)).toMatchObject({ status: 'processing', unfinishedRenders: 0 });
  expect(await backend.app.get(JobQueue).counts()).toMatchObject({ active: 0, failed: 0 });
  expect(printed.err).toBe('');

  start({ STOP_WITHIN_MS: '0', JOB_TAKEOVER_MS: '60000' });
  await until(() => isBegun(id));
});

it('tells its parent that the database does not come, instead of ending without a word', async () => {
  const { told, exit } = withoutDatabase;
  expect((await told)[0]).toEqual({ type: 'failed', reason: expect.stringContaining('ECONNREFUSED') });
  expect(await exit).toEqual([1, null]);
});

it('has a thread for each of its renders beside those that Node has for files', async () => {
  /** Threads of libuv's pool, all of which exist once one was wanted; other threads are as many in every process. */
  const threadsWith = async (CONCURRENCY: string) => {
    const { child, told } = start({ CONCURRENCY });
    await told;
    return readdirSync(`/proc/${child.pid}/task`).length;
  };
  // Where a system has no /proc, there is nothing to count.
  if (!existsSync('/proc/self/task')) return;

  // Nothing to render, which has threads of its own.
  await backend.photos.query('truncate photos cascade');
  const [one, eight] = await Promise.all([threadsWith('1'), threadsWith('8')]);

  expect(eight - one).toBe(7);
});

it('says what its environment lacks, and does not start', async () => {
  const { printed, exit, told } = start({ DATABASE_URL: '', CONCURRENCY: 'many' });
  expect((await told)[0].reason).toContain('DATABASE_URL: must be a postgres:// address');
  expect(await exit).toEqual([1, null]);
  expect(printed.err).toContain('CONCURRENCY: must be a number from 1 to 256');
});
