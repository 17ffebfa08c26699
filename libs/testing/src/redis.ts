import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { searchPath } from './env.ts';

/** A Redis server that keeps nothing. */
export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/** What to tell whoever runs the tests where there is no Redis. */
export const redisMissing = 'redis-server is not installed; on Debian: apt-get install redis-server';

/** Whether this system has a Redis server. */
export const hasRedis = searchPath.split(delimiter).some((folder) => {
  try {
    accessSync(join(folder, 'redis-server'), constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/**
 * The shell ends the server when its stdin closes, and that happens however this process ends: by itself, by an
 * exception or by kill -9.
 */
const SCRIPT = 'redis-server "$@" & server=$!; cat; kill "$server"; wait "$server"';

/**
 * @param options.port where to listen, for a server that comes back where it was
 * @returns undefined where redis-server is not installed
 */
export async function startRedis({ port: given }: { port?: number } = {}): Promise<TestRedis | undefined> {
  if (!hasRedis) return undefined;
  const port = given ?? (await freePort());
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'redis', ...settings, '--dir', tmpdir()], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  await answer(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => {
      shell.ref();
      shell.stdin.end();
      return ended;
    },
  };
}

async function answer(port: number): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await wait(20)) {
    const pong = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
      socket.once('data', (data) => resolve(data.toString().startsWith('+PONG')));
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
      setTimeout(() => socket.destroy(), 500).unref();
    });
    if (pong) return;
  }
  throw new Error(`redis-server does not answer on port ${port}`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
