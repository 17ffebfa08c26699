import { tmpdir } from 'node:os';
import { findProgram, freePort, launchProcess, respondsOnPort, stopProcess } from '@portfolio/lifecycle/supervisor';

/** Redis server without persistence. */
export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

const program = findProgram('redis-server');

/**
 * @param options.port for a server that returns at the same address
 * @returns undefined without redis-server
 */
export async function startRedis({ port: fixedPort }: { port?: number } = {}): Promise<TestRedis | undefined> {
  if (!program) return undefined;
  const port = fixedPort ?? (await freePort(['127.0.0.1']));
  const redis = launchProcess({
    name: 'redis-server',
    command: program,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()],
    env: {},
    logFile: '/dev/null',
    isReady: () => respondsOnPort(port, 'PING\r\n', '+PONG'),
    startTimeoutMs: 10_000,
  });
  // A server that no test stops must not prevent Jest from ending.
  redis.child.unref();
  await redis.ready;
  return { url: `redis://127.0.0.1:${port}`, stop: async () => void (await stopProcess(redis)) };
}
