import { readFileSync } from 'node:fs';
import { processIdentity } from '@portfolio/lifecycle';

/** Milliseconds between two looks at the parents. */
const LOOK_EVERY = 500;

/**
 * Resolves when this process is asked to stop. It may be asked several times, as when the terminal signals the whole
 * group and npm passes the signal on: all but the first have no effect.
 */
export function stopSignal({ runByNpm }: { runByNpm: boolean }): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (!runByNpm) return;
    const parents = watchedParents();
    const timer = setInterval(() => {
      // A process whose parent has ended is given another one at once.
      const isOrphan = process.ppid !== parents[0]?.pid;
      if (!isOrphan && parents.every(({ pid, identity }) => processIdentity(pid) === identity)) return;
      clearInterval(timer);
      resolve();
    }, LOOK_EVERY);
    timer.unref();
  });
}

/**
 * The processes without which nobody runs this one: npm killed by `kill -9` cannot pass anything on. npm starts a shell
 * that starts us; some shells put us in their own place, so that npm itself is our parent. Above npm is the person's
 * own shell, which may well end before us.
 */
function watchedParents(): { pid: number; identity: string | undefined }[] {
  const pids = [process.ppid];
  const above = shellsParent(process.ppid);
  if (above !== undefined) pids.push(above);
  return pids.map((pid) => ({ pid, identity: processIdentity(pid) }));
}

/** Of a shell its parent; undefined for other programs, and where there is no /proc to ask. */
function shellsParent(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = '', parent] = stat.match(/^\d+ \((.*)\) \S+ (\d+)/s) ?? [];
    return /^(ba|da|a|z|k)?sh$/.test(name) ? Number(parent) : undefined;
  } catch {
    return undefined;
  }
}
