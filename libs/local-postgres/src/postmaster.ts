import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processIdentity } from '@portfolio/lifecycle';
import { LocalPostgresError } from './errors.ts';

/** What `postmaster.pid` is worth. */
export type Trace =
  | { kind: 'none' }
  /** A server of this cluster lives. */
  | { kind: 'alive'; pid: number }
  /** The number belongs to nobody, to a process that has ended and is not waited for, or to another program. */
  | { kind: 'stale'; pid: number };

/** Looks behind `postmaster.pid`: a number alone proves nothing after a kill, a restart of the machine or a copy. */
export function tracePostmaster(dataDir: string): Trace {
  let pid: number;
  try {
    pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return { kind: 'none' };
  }
  if (!Number.isInteger(pid) || pid <= 0) return { kind: 'none' };
  return { kind: processIdentity(pid) !== undefined && worksIn(pid, dataDir) ? 'alive' : 'stale', pid };
}

/** A postmaster's working directory is its cluster. */
function worksIn(pid: number, dataDir: string): boolean {
  const folder = realpathSync(dataDir);
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(dataDir);
  } catch {
    return false;
  }
}

/** Milliseconds that an orphan gets to write its last checkpoint. */
const PATIENCE = 60_000;

/**
 * Stops a server that has outlived the process that kept it. SIGINT is the fast way: SIGTERM would wait for its clients
 * for ever.
 */
export async function stopOrphan(dataDir: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (let asked = false; ; asked = true) {
    const trace = tracePostmaster(dataDir);
    if (trace.kind !== 'alive') return;
    if (Date.now() > end)
      throw new LocalPostgresError(`The PostgreSQL server ${trace.pid} in ${dataDir} does not stop.`);
    if (!asked) interrupt(trace.pid);
    await wait(50);
  }
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return;
    throw new LocalPostgresError(`The PostgreSQL server ${pid} was started by another user: stop it as that user.`);
  }
}
