import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { startLocalPostgres } from '@portfolio/local-postgres';
import { plainEnv } from '../env.ts';
import { needProgram } from './find-program.ts';
import type { Launched } from './member.ts';
import { launch } from './program.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** What both ends of s3rver are told; it knows this one account. */
export const S3_ACCOUNT = { key: 'S3RVER', secret: 'S3RVER' };
export const S3_BUCKET = 'portfolio';

export interface ServerPlace {
  /** Of this server alone. */
  folder: string;
  port: number;
  logFile: string;
}

/** The PostgreSQL that npm brings: its address and its password stay, however it ends. */
export async function launchPostgres({ folder, port }: ServerPlace): Promise<Launched & { url: string }> {
  const dataDir = join(folder, 'cluster');
  const server = await startLocalPostgres({ dataDir, port, maxConnections: 300 });
  let stopped: Promise<void> | undefined;
  let hasStopped = () => {};
  const ended = Promise.race([
    server.lost.then(() => ({ code: null, signal: 'SIGKILL' as const })),
    new Promise<void>((resolve) => (hasStopped = resolve)).then(() => ({ code: 0, signal: null })),
  ]);
  const pid = await postmaster(server.url);
  return {
    url: server.url,
    pid,
    ready: Promise.resolve(),
    ended,
    stop: () => void (stopped ??= server.stop().then(hasStopped)),
    kill: () => {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has gone by itself.
      }
    },
  };
}

async function postmaster(url: string): Promise<number> {
  const { default: pg } = await import('pg');
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

/** Debian's Redis, with the settings of the compose file. @throws with one sentence where it is not installed */
export function launchRedis(command: string[], { folder, port, logFile }: ServerPlace): Launched {
  const [, ...settings] = command;
  mkdirSync(folder, { recursive: true });
  return launch({
    command: needProgram('redis-server', 'redis-server'),
    args: [...settings, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
    env: plainEnv(),
    cwd: folder,
    logFile,
    answers: () => says(port, 'PING\r\n', '+PONG'),
  });
}

/** A server of the S3 protocol, as tests have it; its bucket is there from the beginning. */
export function launchS3({ folder, port, logFile }: ServerPlace): Launched {
  mkdirSync(folder, { recursive: true });
  return launch({
    command: process.execPath,
    args: [
      // As the cluster itself is run: what is for tests is not built.
      ...['--conditions=@portfolio/source', '--import', join(ROOT, 'tools/run-typescript.mjs')],
      ...[join(ROOT, 'libs/testing/src/s3/serve-s3.ts'), String(port), folder, S3_BUCKET],
    ],
    env: plainEnv(),
    cwd: folder,
    logFile,
    answers: () => says(port, 'HEAD / HTTP/1.0\r\n\r\n', 'HTTP/'),
  });
}

/** Whether what listens on the port answers a line in this way. */
export function says(port: number, line: string, beginning: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(line));
    const give = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => give(false));
    socket.on('error', () => give(false)).on('close', () => give(false));
    socket.once('data', (data: Buffer) => give(data.toString().startsWith(beginning)));
  });
}
