import { fork } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { explainFolderFault, LockedError, makeFolder, takeLock } from '@portfolio/lifecycle';
import { plainEnv, StartError } from '@portfolio/lifecycle/supervisor';
import pg from 'pg';
import { findBinaries, programIn } from './binaries.ts';
import { DATABASE, prepareCluster, readPassword, SUPERUSER } from './cluster.ts';
import { diskFull, reasonIn, reportsFullDisk } from './errors.ts';
import { chooseLocation, type ServerLocation } from './location.ts';
import { postmasterOf, stopOrphan } from './postmaster.ts';
import { serverSettings } from './server-settings.ts';
import { acquireLease, type Lease } from './supervisor/lease.ts';
import type { SupervisorOptions, SupervisorReport } from './supervisor/messages.ts';

export { movedDataDir } from './location.ts';

export interface LocalPostgresOptions {
  /** Folder of the cluster, created if missing. Lock and log are beside it. */
  dataDir: string;
  /** False is much faster, and may lose or corrupt data when the machine crashes. */
  durable?: boolean;
  /** Whether the cluster and its log are deleted when the server stops. */
  temporary?: boolean;
  /** Milliseconds for which the server outlives its last user. */
  linger?: number;
  /** Port of the server; a free one by default. */
  port?: number;
  maxConnections?: number;
}

/** Running server, until `stop()` or the end of this process. */
export interface LocalPostgres {
  /** Address of the database `portfolio`, with its password. */
  url: string;
  logFile: string;
  /** Message for the terminal when the data is in an unexpected folder. */
  notice?: string;
  /** Resolves when the server, or only its supervisor, ends before `stop()`. */
  lost: Promise<void>;
  /** Releases the server. After its last user the server stops: it resolves then, or at once with `linger`. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL, or joins the one that runs on the folder. It stops with the last process that uses it,
 * also after SIGKILL.
 *
 * @throws StartError with a message for the terminal
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    makeFolder(dirname(dataDir));
    const location = await chooseLocation(dataDir, findBinaries());
    const lease = await joinOrStart(location, options);
    await createDatabase(location, lease);
    return toLocalPostgres(location, lease);
  } catch (error) {
    throw explainFault(error, dirname(dataDir));
  }
}

function toLocalPostgres({ dataDir, notice }: ServerLocation, lease: Lease): LocalPostgres {
  let isLost = false;
  let stopping: Promise<void> | undefined;
  const lost = lease.lost.then(() => void (isLost = true));
  return {
    // PGSSLMODE of the environment is for other servers.
    url: `postgres://${SUPERUSER}:${readPassword(dataDir)}@127.0.0.1:${lease.port}/${DATABASE}?sslmode=disable`,
    logFile: logFileOf(dataDir),
    notice,
    lost,
    stop: () => (stopping ??= isLost ? stopWithoutSupervisor(dataDir) : lease.release()),
  };
}

/** Stops the server after its supervisor was killed. */
async function stopWithoutSupervisor(dataDir: string): Promise<void> {
  // The holder of the lock stops the orphan itself.
  await tryWithLock(dataDir, async () => {
    const lease = await acquireLease(dataDir);
    await (lease ? lease.release() : stopOrphan(dataDir));
  });
}

/** One process at a time starts the server; the others wait for its supervisor. */
async function joinOrStart(location: ServerLocation, options: LocalPostgresOptions): Promise<Lease> {
  const { dataDir } = location;
  for (;;) {
    const lease =
      (await acquireLease(dataDir)) ??
      (await tryWithLock(dataDir, async () => (await acquireLease(dataDir)) ?? startServer(location, options)));
    if (lease) return lease;
    await wait(50);
  }
}

/** @returns undefined without a run while another process holds the lock */
async function tryWithLock<T>(dataDir: string, action: () => Promise<T>): Promise<T | undefined> {
  let unlock: () => void;
  try {
    unlock = takeLock(`${dataDir}.lock`);
  } catch (error) {
    if (error instanceof LockedError) return undefined;
    throw error;
  }
  try {
    return await action();
  } finally {
    unlock();
  }
}

async function startServer(location: ServerLocation, options: LocalPostgresOptions): Promise<Lease> {
  const { user, binaries, dataDir } = location;
  await prepareCluster(location);
  await stopOrphan(dataDir);
  const postmaster = postmasterOf(dataDir);
  const logFile = logFileOf(dataDir);
  startLog(logFile);
  await startSupervisor({
    dataDir,
    command: [...user.prefix, programIn(binaries, 'postgres'), '-D', dataDir, ...serverSettings(options)],
    ids: user.ids,
    // PostgreSQL ignores a pid file that names its grandparent, and still checks for child processes of a killed server.
    // Deleting the file would skip that check.
    env: {
      ...plainEnv(),
      ...(postmaster && !postmaster.isAlive ? { PG_GRANDPARENT_PID: String(postmaster.pid) } : {}),
    },
    logFile,
    linger: options.linger ?? 0,
    temporary: options.temporary ?? false,
    port: options.port,
  });
  const lease = await acquireLease(dataDir);
  if (!lease) throw new StartError(`PostgreSQL ended as soon as it had started: see ${logFile}.`);
  return lease;
}

/** Starts the supervisor in its own session: neither Ctrl-C nor the end of this process reaches it. */
async function startSupervisor(options: SupervisorOptions): Promise<void> {
  const log = openSync(options.logFile, 'a');
  const supervisor = fork(
    fileURLToPath(new URL('./supervisor/postgres-supervisor.js', import.meta.url)),
    [JSON.stringify(options)],
    {
      detached: true,
      cwd: '/',
      env: plainEnv(),
      execArgv: ['--max-semi-space-size=1', '--max-old-space-size=32'],
      stdio: ['ignore', log, log, 'ipc'],
    },
  );
  closeSync(log);
  const report = await new Promise<SupervisorReport>((done) => {
    supervisor.once('message', (message) => done(message as SupervisorReport));
    supervisor.once('error', (error) => done({ type: 'failed', output: error.message }));
    supervisor.once('exit', (status) => done({ type: 'failed', output: `the supervisor ended with status ${status}` }));
  });
  if (supervisor.connected) supervisor.disconnect();
  supervisor.unref();
  if (report.type === 'ready') return;
  if (reportsFullDisk(report.output)) throw diskFull(options.dataDir);
  throw new StartError(`PostgreSQL does not start (${reasonIn(report.output)}): see ${options.logFile}.`);
}

/** Creates the database if missing: the process that started the server may not have done it yet. */
async function createDatabase({ dataDir }: ServerLocation, lease: Lease): Promise<void> {
  const { port } = lease;
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: SUPERUSER, database: 'postgres' },
    password: () => readPassword(dataDir),
    ssl: false,
  });
  // A server that stops ends the connection: `release` may stop it before the connection is closed.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if (isDuplicate(error)) return;
    await lease.release();
    throw error;
  } finally {
    await client.end();
  }
}

/** Another process created it meanwhile: duplicate_database, or unique_violation in the catalogue. */
const isDuplicate = (error: unknown) => ['42P04', '23505'].includes(String((error as { code?: unknown }).code));

const logFileOf = (dataDir: string) => `${dataDir}.log`;

/** Opens the log. A large one moves to `.old`. */
function startLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 5 * 1024 * 1024) renameSync(logFile, `${logFile}.old`);
  closeSync(openSync(logFile, 'a', 0o600));
}

function explainFault(error: unknown, folder: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A missing file is no fault of the folder.
  const message = code === 'ENOENT' && syscall !== 'mkdir' ? undefined : explainFolderFault(error, folder);
  return message === undefined ? error : new StartError(message);
}
