import { once } from 'node:events';
import { launchProcess, stopProcess, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { basename } from 'node:path';

/** A bare process: the smallest program that does the same work, for comparison. */
export interface BareProcess {
  pid: number;
  /** Address, for a server. */
  origin: string;
  stop(): Promise<void>;
  /** Sends a job and waits for its result. */
  request<T>(job: object): Promise<T>;
}

/** Starts a script and sends it its options. It sends `{ type: 'ready', url }` once it is ready. */
export async function startBareProcess(script: string, options: object, env = {}): Promise<BareProcess> {
  const launched = launchProcess({
    name: basename(script),
    command: process.execPath,
    args: [...process.execArgv, script],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  });
  launched.child.send(options);
  const origin = (await launched.ready) ?? '';
  return {
    pid: launched.pid,
    origin,
    stop: async () => void (await stopProcess(launched)),
    request: (job) => request(launched, job),
  };
}

async function request<T>({ child, ended, output }: LaunchedProcess, job: object): Promise<T> {
  const settled = new AbortController();
  const result = once(child, 'message', settled) as Promise<[T]>;
  const failure = ended.then((): never => {
    throw new Error(`The bare process ended before its result:\n${output()}`);
  });
  failure.catch(() => undefined);
  child.send(job);
  try {
    return (await Promise.race([result, failure]))[0];
  } finally {
    settled.abort();
  }
}
