import { fork } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LockedError, makeFolder, takeLock } from '@portfolio/lifecycle';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { DATABASE, prepareCluster, readPassword, SUPERUSER } from './cluster.ts';
import { tellsOfFullDisk } from './disk-space.ts';
import { childEnv } from './env.ts';
import { DiskFullError, LocalPostgresError, NotWritableError } from './errors.ts';
import type { KeeperOrder, KeeperReport } from './keeper-order.ts';
import { takeLease, type Lease } from './lease.ts';
import { choosePlace, type Place } from './place.ts';
import { stopOrphan, tracePostmaster } from './postmaster.ts';
import { serverSettings } from './server-settings.ts';

export interface LocalPostgresOptions {
  /** The cluster's folder, made where there is none. A lock and the server's log lie beside it. */
  dataDir: string;
  /** False for data that may be lost when the machine stops, such as that of tests: much faster. */
  durable?: boolean;
  /** Whether the cluster is removed when the server stops after its last user. */
  temporary?: boolean;
  /** Milliseconds for which the server outlives its last user, so that the next need not start it again. */
  linger?: number;
  /** Where the server is to listen, for those who keep its address over its restarts; a free port otherwise. */
  port?: number;
  /** Connections at the same time, where a site has more processes than usual. */
  maxConnections?: number;
}

/** A running server, for this process to use until it stops it or ends. */
export interface LocalPostgres {
  /** With the password, of the database `portfolio`. */
  url: string;
  port: number;
  /** What the server writes. */
  logFile: string;
  /** One sentence for the person at the terminal, where something lies elsewhere than they would look. */
  notice?: string;
  /** Resolves if the server ends without having been asked to. */
  lost: Promise<void>;
  /** Lets go of the server, and waits for its end if nobody else uses it. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL from the programs that npm brought, or joins the one that already runs on the folder. It stops when
 * the last process that uses it has let go or has ended, also when that was killed.
 *
 * @throws LocalPostgresError with one sentence for the person at the terminal
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const asked = resolve(options.dataDir);
  try {
    makeFolder(dirname(asked));
    const place = await choosePlace(asked, findBinaries());
    const lease = await joinOrStart(place, options);
    await createDatabase(place, lease);
    return handle(place, lease);
  } catch (error) {
    throw explained(error, dirname(asked));
  }
}

function handle({ dataDir, notice }: Place, lease: Lease): LocalPostgres {
  let isLost = false;
  let stopping: Promise<void> | undefined;
  const lost = lease.lost.then(() => void (isLost = true));
  return {
    url: `postgres://${SUPERUSER}:${readPassword(dataDir)}@127.0.0.1:${lease.port}/${DATABASE}`,
    port: lease.port,
    logFile: logFileOf(dataDir),
    ...(notice === undefined ? {} : { notice }),
    lost,
    stop: () => (stopping ??= isLost ? clearUp(dataDir) : lease.giveBack()),
  };
}

/** After the keeper has been killed: nobody is left to stop the server but those who used it. */
async function clearUp(dataDir: string): Promise<void> {
  let unlock: () => void;
  try {
    unlock = takeLock(lockOf(dataDir));
  } catch (error) {
    // Whoever holds the lock is about to stop the orphan itself, and to start another server.
    if (error instanceof LockedError) return;
    throw error;
  }
  try {
    const lease = await takeLease(dataDir);
    await (lease ? lease.giveBack() : stopOrphan(dataDir));
  } finally {
    unlock();
  }
}

/** One process at a time makes, starts or awaits the server; the others wait until there is a keeper to join. */
async function joinOrStart(place: Place, options: LocalPostgresOptions): Promise<Lease> {
  for (;;) {
    const lease = await takeLease(place.dataDir);
    if (lease) return lease;
    let unlock: (() => void) | undefined;
    try {
      unlock = takeLock(lockOf(place.dataDir));
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      await wait(50);
      continue;
    }
    try {
      return (await takeLease(place.dataDir)) ?? (await startServer(place, options));
    } finally {
      unlock();
    }
  }
}

async function startServer(place: Place, options: LocalPostgresOptions): Promise<Lease> {
  const { user, binaries, dataDir } = place;
  await prepareCluster(place);
  await stopOrphan(dataDir);
  const trace = tracePostmaster(dataDir);
  const logFile = logFileOf(dataDir);
  startLog(logFile);
  await startKeeper({
    dataDir,
    command: [...user.prefix, binaries.postgres, '-D', dataDir, ...serverSettings(options)],
    ...(user.ids ? { ids: user.ids } : {}),
    // PostgreSQL takes a pid file for stale when it names its own grandparent, and still looks for the shared memory of
    // a killed server's children. Removing the file would remove that look too.
    env: { ...childEnv, ...(trace.kind === 'stale' ? { PG_GRANDPARENT_PID: String(trace.pid) } : {}) },
    logFile,
    linger: options.linger ?? 0,
    temporary: options.temporary ?? false,
    ...(options.port === undefined ? {} : { port: options.port }),
  });
  const lease = await takeLease(dataDir);
  if (!lease) throw new LocalPostgresError(`PostgreSQL ended as soon as it had started: see ${logFile}.`);
  return lease;
}

/** The keeper is a session of its own: neither a terminal's Ctrl-C nor the end of this process reaches it. */
async function startKeeper(order: KeeperOrder): Promise<void> {
  const log = openSync(order.logFile, 'a');
  const keeper = fork(fileURLToPath(new URL('./keeper.js', import.meta.url)), [JSON.stringify(order)], {
    detached: true,
    cwd: '/',
    env: childEnv,
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=32'],
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const report = await new Promise<KeeperReport>((done) => {
    keeper.once('message', (message) => done(message as KeeperReport));
    keeper.once('error', (error) => done({ type: 'failed', output: error.message }));
    keeper.once('exit', (status) => done({ type: 'failed', output: `the keeper ended with status ${status}` }));
  });
  if (keeper.connected) keeper.disconnect();
  keeper.unref();
  if (report.type === 'ready') return;
  if (tellsOfFullDisk(report.output)) throw new DiskFullError(order.dataDir);
  const fatal = report.output.match(/(?:FATAL|PANIC):\s*(.*)/)?.[1] ?? report.output.trim().split('\n').at(-1);
  throw new LocalPostgresError(`PostgreSQL does not start (${fatal || 'no reason given'}): see ${order.logFile}.`);
}

/** Whoever comes sees to it: who started the server may not have come to it yet, or may have ended before. */
async function createDatabase({ dataDir }: Place, lease: Lease): Promise<void> {
  const { port } = lease;
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: SUPERUSER, password: readPassword(dataDir), database: 'postgres' },
    // An ordinary environment may hold PGSSLMODE and the like for other servers.
    ssl: false,
  });
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if (isThereAlready(error)) return;
    await lease.giveBack();
    throw error;
  } finally {
    await client.end();
  }
}

/** Another process created it between question and answer: told by its name, or by the catalogue's unique index. */
const isThereAlready = (error: unknown) => ['42P04', '23505'].includes(String((error as { code?: unknown }).code));

const logFileOf = (dataDir: string) => `${dataDir}.log`;
const lockOf = (dataDir: string) => `${dataDir}.lock`;

/** Begins a new log when the old one has grown large, and keeps one old one. */
function startLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 5 * 1024 * 1024) renameSync(logFile, `${logFile}.old`);
  closeSync(openSync(logFile, 'a', 0o600));
}

function explained(error: unknown, folder: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DiskFullError(folder);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new NotWritableError(`${folder} cannot be written: choose another folder, or start as a user who may.`);
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') return new NotWritableError(`${folder} is not a folder.`);
  if (code === 'ENOENT' && syscall === 'mkdir')
    return new NotWritableError(`${folder} cannot be made: choose another folder.`);
  return error;
}
