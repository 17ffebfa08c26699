import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { LifecycleMessage } from '../run.ts';
import { findProgram } from './find-program.js';
import { LogFile } from './log-file.ts';
import { StartError } from './start-error.ts';
import { waitUntil } from './wait-until.ts';

export interface ProcessPlan {
  /** Used in messages. */
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Receives stdout and stderr; without it `output()` returns both. */
  logFile?: string;
  /** Polled until true. Without it the process reports over IPC, as `run()` does. */
  isReady?(output: string): boolean | Promise<boolean>;
  /** SIGTERM by default. */
  stopSignal?: NodeJS.Signals;
  /** 0 for no limit. */
  startTimeoutMs?: number;
}

export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RunningProcess {
  pid: number;
  /** Resolves with the address of the ready message. Rejects with a StartError. */
  ready: Promise<string | undefined>;
  ended: Promise<ProcessExit>;
  /** Requests a graceful stop. */
  stop(): void;
  /** Sends SIGKILL to the whole process group. */
  kill(): void;
}

export interface LaunchedProcess extends RunningProcess {
  child: ChildProcess;
  /** Output of the process; empty with a log file. */
  output(): string;
  /** Waits for the end of a program that does one thing. @throws StartError unless its status is 0 */
  finished(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 25;

/**
 * Starts a program as the leader of its own process group. Ctrl-C then reaches this process alone, and SIGKILL reaches
 * whatever the program started.
 *
 * The program ends with this process, also after SIGKILL: by its IPC channel, or else by setpriv, where that exists. One that
 * ignores the channel runs to its end, such as a migration.
 */
export function launchProcess(plan: ProcessPlan): LaunchedProcess {
  const { name, isReady, stopSignal = 'SIGTERM', startTimeoutMs = START_TIMEOUT_MS } = plan;
  const log = plan.logFile === undefined ? undefined : new LogFile(plan.logFile);
  const { child, output } = spawnChild(plan, log);
  const kill = () => killGroup(child.pid);
  let failure: string | undefined;
  let isEnded = false;
  const ended = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      failure = error.message;
      resolve({ code: null, signal: null });
    });
  }).then((exit) => {
    isEnded = true;
    // Its child processes would still hold the port.
    kill();
    log?.close();
    return exit;
  });
  const lastLines = (count?: number) =>
    log?.lastLines(count) ??
    output()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-(count ?? 12));
  const error = (message: string, lines = lastLines()) =>
    new StartError(message, [...lines, ...(log ? [`The whole log: ${log.path}`] : [])]);
  const ready = new Promise<string | undefined>((resolve, reject) => {
    const abort = () => {
      reject(error(`${name} is not ready after ${startTimeoutMs / 1000} seconds.`));
      kill();
    };
    const timer = startTimeoutMs > 0 ? setTimeout(abort, startTimeoutMs).unref() : undefined;
    const settle = (url?: string) => {
      clearTimeout(timer);
      resolve(url);
    };
    child.on('message', (message: LifecycleMessage) => {
      if (message.type === 'ready') settle(message.url);
      if (message.type === 'failed') failure = message.reason;
    });
    if (isReady) {
      const wait = { timeoutMs: Infinity, intervalMs: POLL_INTERVAL_MS };
      void waitUntil(() => isEnded || isReady(output()), wait).then(() => isEnded || settle(), reject);
    }
    void ended.then(({ code, signal }) => {
      clearTimeout(timer);
      if (failure !== undefined) reject(error(`${name} does not start: ${failure}`, []));
      else reject(error(`${name} has ended (${signal ?? `status ${code}`}).`));
    });
  });
  ready.catch(() => undefined);
  const finished = async () => {
    const { code, signal } = await ended;
    if (code === 0) return;
    const [message = failure ?? (signal ? `it was ended by ${signal}` : 'it printed nothing')] = lastLines(1);
    throw error(`${name} failed: ${message}`, log ? [] : lastLines());
  };
  return { pid: child.pid ?? 0, child, output, ready, ended, finished, stop: () => void child.kill(stopSignal), kill };
}

/** Requests a stop, and sends SIGKILL after the timeout. */
export async function stopProcess(running: RunningProcess, timeoutMs = STOP_TIMEOUT_MS): Promise<ProcessExit> {
  running.stop();
  const timer = setTimeout(() => running.kill(), timeoutMs);
  const exit = await running.ended;
  clearTimeout(timer);
  return exit;
}

function spawnChild(plan: ProcessPlan, log: LogFile | undefined): { child: ChildProcess; output: () => string } {
  const { env, cwd, stopSignal = 'SIGTERM', isReady } = plan;
  const setpriv = isReady && findProgram('setpriv');
  const [command, args] = setpriv
    ? [setpriv, ['--pdeathsig', stopSignal.replace('SIG', ''), plan.command, ...plan.args]]
    : [plan.command, plan.args];
  const file = log ? openSync(log.path, 'a') : ('pipe' as const);
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: isReady ? ['ignore', file, file] : ['ignore', file, file, 'ipc'],
  });
  if (typeof file === 'number') closeSync(file);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  }
  return { child, output: () => text };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is already empty, which is the usual case.
  }
}
