import { readFileSync } from 'node:fs';
import { processIdentity } from '@portfolio/lifecycle';
import { isRunByNpm } from './env.ts';

const CHECK_INTERVAL_MS = 500;

/** Resolves at the first stop signal. npm repeats a Ctrl-C that the terminal has already sent; repeats are ignored. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (!isRunByNpm()) return;
    const parents = npmProcesses();
    const timer = setInterval(() => {
      // An orphan gets another parent at once.
      const isOrphan = process.ppid !== parents[0]?.pid;
      if (!isOrphan && parents.every(({ pid, identity }) => processIdentity(pid) === identity)) return;
      clearInterval(timer);
      resolve();
    }, CHECK_INTERVAL_MS);
    timer.unref();
  });
}

/**
 * npm and its shell: npm killed by `kill -9` sends no signal. npm starts a shell that starts this process. Some shells
 * replace themselves, so that npm is the parent; the shell above npm is the user's and may end first.
 */
function npmProcesses(): { pid: number; identity: string | undefined }[] {
  const pids = [process.ppid, parentOfShell(process.ppid)].filter((pid) => pid !== undefined);
  return pids.map((pid) => ({ pid, identity: processIdentity(pid) }));
}

/** Undefined for a program that is no shell, and without /proc. */
function parentOfShell(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = '', parent] = stat.match(/^\d+ \((.*)\) \S+ (\d+)/s) ?? [];
    return /^(ba|da|a|z|k)?sh$/.test(name) ? Number(parent) : undefined;
  } catch {
    return undefined;
  }
}
