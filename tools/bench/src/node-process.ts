import { once } from 'node:events';
import { basename, join } from 'node:path';
import { launchProcess, stopProcess, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { ROOT } from '@portfolio/testing/repository';

/** Started process that is ready. */
export interface NodeProcess extends Pick<LaunchedProcess, 'child' | 'ended' | 'output' | 'pid'> {
  /** Address, for a server. */
  origin: string;
  stop(): Promise<unknown>;
}

const BASE_ENV = { PATH: process.env['PATH'], NODE_ENV: 'production' };

/**
 * Starts a service without the memory settings of `npm start`.
 *
 * @param script with the options of Node before it; by default the build
 */
export function startService(
  name: 'api' | 'worker',
  settings: Record<string, string>,
  script = [join(ROOT, name, 'dist/start.cjs')],
): Promise<NodeProcess> {
  const args = ['--enable-source-maps', ...script];
  const env = { ...BASE_ENV, LOG_LEVEL: 'error', ...settings };
  return whenReady(launchProcess({ name, command: process.execPath, args, cwd: ROOT, env }));
}

/**
 * Starts a bare process: the smallest program that does the same work, for comparison. It receives its options and sends
 * `{ type: 'ready', url }` once it is ready.
 */
export function startBareProcess(script: string, options: object, settings = {}): Promise<NodeProcess> {
  const args = [...process.execArgv, script];
  const env = { ...BASE_ENV, ...settings };
  const launched = launchProcess({ name: basename(script), command: process.execPath, args, env });
  launched.child.send(options);
  return whenReady(launched);
}

async function whenReady(launched: LaunchedProcess): Promise<NodeProcess> {
  const origin = (await launched.ready) ?? '';
  return { ...launched, origin, stop: () => stopProcess(launched) };
}

/** Sends a message to a process and waits for its response. */
export async function request<T>({ child, ended, output }: NodeProcess, message: string | object): Promise<T> {
  const settled = new AbortController();
  const response = once(child, 'message', settled) as Promise<[T]>;
  const failure = ended.then((): never => {
    throw new Error(`The process ended before its response:\n${output()}`);
  });
  failure.catch(() => undefined);
  child.send(message);
  try {
    return (await Promise.race([response, failure]))[0];
  } finally {
    settled.abort();
  }
}
