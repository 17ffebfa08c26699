import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { LifecycleMessage } from '@portfolio/lifecycle';
import { findProgram } from './find-program.ts';
import type { End, Launched } from './member.ts';

/** How to run a program. */
export interface ProgramPlan {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  logFile: string;
  /** What it is asked to stop with; SIGTERM unless told. */
  stopSignal?: NodeJS.Signals;
  /** Whether it speaks as `run()` of @portfolio/lifecycle does. */
  isOurs?: boolean;
  /** For one that is not ours: whether it answers. */
  answers?(): Promise<boolean>;
}

/** Milliseconds to become ready; with all the others on a small machine, loading modules takes its time. */
const READY_WITHIN = 120_000;

/**
 * Runs it as the leader of a process group of its own, so that the terminal's Ctrl-C reaches the cluster alone and a kill
 * takes what the program started along, as the end of a container does.
 *
 * A program of ours ends when the channel to this process closes. Others are tied to it by setpriv where there is one,
 * so that a cluster that was killed leaves nothing behind.
 */
export function launch(plan: ProgramPlan): Launched {
  const { isOurs = false, stopSignal = 'SIGTERM', logFile } = plan;
  const leash = isOurs ? undefined : findProgram('setpriv');
  const [command, args] = leash
    ? [leash, ['--pdeathsig', stopSignal.replace('SIG', ''), plan.command, ...plan.args]]
    : [plan.command, plan.args];
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    cwd: plan.cwd,
    env: plan.env,
    detached: true,
    stdio: isOurs ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
  });
  closeSync(log);
  const { pid } = child;
  let failure: string | undefined;
  const ended = new Promise<End>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      failure = error.message;
      resolve({ code: null, signal: null });
    });
  }).then((end) => {
    // Whoever outlives the leader would still hold its port.
    killGroup(pid);
    return end;
  });
  child.on('message', (message: LifecycleMessage) => {
    if (message.type === 'failed') failure = message.reason;
  });
  const isReady = isOurs
    ? new Promise<void>((resolve) => {
        child.on('message', (message: LifecycleMessage) => message.type === 'ready' && resolve());
      })
    : poll(plan.answers ?? (() => Promise.resolve(true)), ended);
  const ready = Promise.race([
    isReady,
    late(ended),
    ended.then(({ code, signal }) => {
      throw new Error(failure ?? `it has ended (${signal ?? `status ${code}`}):\n${lastLines(logFile)}`);
    }),
  ]);
  // Nobody need be waiting for it.
  ready.catch(() => undefined);
  return {
    pid: pid ?? 0,
    ready,
    ended,
    stop: () => void child.kill(stopSignal),
    kill: () => killGroup(pid),
  };
}

/** Runs to its end what does one thing. @throws with its last words unless it went well */
export async function runOnce(plan: ProgramPlan): Promise<void> {
  const launched = launch({ ...plan, isOurs: true });
  const { code } = await launched.ended;
  if (code !== 0) throw new Error(`${plan.args.at(-1)} failed:\n${lastLines(plan.logFile)}`);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left, which is the usual case.
  }
}

async function poll(answers: () => Promise<boolean>, ended: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  while (!hasEnded && !(await answers())) await new Promise((resolve) => setTimeout(resolve, 25));
}

/** Rejects after a while; what has ended is waited for no longer. */
function late(ended: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`it is not ready after ${READY_WITHIN / 1000} s`)), READY_WITHIN);
    timer.unref();
    void ended.then(() => clearTimeout(timer));
  });
}

const lastLines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
