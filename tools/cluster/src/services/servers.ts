import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  findProgram,
  launchProcess,
  plainEnv,
  respondsOnPort,
  type ProcessExit,
  type RunningProcess,
} from '@portfolio/lifecycle/supervisor';
import { startLocalPostgres } from '@portfolio/local-postgres';
import { ROOT, RUN_SOURCES } from '@portfolio/testing/repository';
import pg from 'pg';

/** Bucket and only account of the S3 server of the tests, as in libs/testing/src/s3/start-s3.ts. */
export const S3_ACCOUNT = { bucket: 'portfolio', key: 'S3RVER', secret: 'S3RVER' };

interface ServerContext {
  folder: string;
  port: number;
  logFile: string;
}

/** Embedded PostgreSQL, with the same address and password after each restart. */
export async function launchPostgres({ folder, port }: ServerContext): Promise<RunningProcess & { url: string }> {
  const server = await startLocalPostgres({ dataDir: join(folder, 'cluster'), port, maxConnections: 300 });
  const pid = await postmasterPid(server.url);
  let onStop: (exit: ProcessExit) => void;
  const stopped = new Promise<ProcessExit>((resolve) => (onStop = resolve));
  return {
    url: server.url,
    pid,
    ready: Promise.resolve(undefined),
    ended: Promise.race([server.lost.then(() => ({ code: null, signal: 'SIGKILL' as const })), stopped]),
    stop: () => void server.stop().then(() => onStop({ code: 0, signal: null })),
    kill: () => {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Already ended.
      }
    },
  };
}

async function postmasterPid(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
    );
    return rows[0]!.pid;
  } finally {
    await client.end();
  }
}

/** Redis with the settings of the compose file. @throws without redis-server */
export function launchRedis(command: string[], { folder, port, logFile }: ServerContext): RunningProcess {
  const [, ...settings] = command;
  mkdirSync(folder, { recursive: true });
  return launchProcess({
    name: 'redis',
    command: requireProgram('redis-server', 'redis-server'),
    args: [...settings, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
    env: plainEnv(),
    cwd: folder,
    logFile,
    isReady: () => respondsOnPort(port, 'PING\r\n', '+PONG'),
  });
}

/** The S3 server of the tests, with its bucket. */
export function launchS3({ folder, port, logFile }: ServerContext): RunningProcess {
  mkdirSync(folder, { recursive: true });
  return launchProcess({
    name: 's3',
    command: process.execPath,
    args: [...RUN_SOURCES, join(ROOT, 'libs/testing/src/s3/serve-s3.ts'), String(port), folder],
    env: plainEnv(),
    cwd: folder,
    logFile,
    isReady: () => respondsOnPort(port, 'HEAD / HTTP/1.0\r\n\r\n', 'HTTP/'),
  });
}

/** @throws with the package to install */
export function requireProgram(name: string, debianPackage: string): string {
  const found = findProgram(name);
  if (found) return found;
  throw new Error(`The cluster needs ${name}, which npm cannot install: RUNLEVEL=1 apt-get install ${debianPackage}`);
}
