import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processIdentity } from '@portfolio/lifecycle';
import { StartError } from '@portfolio/lifecycle/supervisor';

/** The process in `postmaster.pid`. */
interface Postmaster {
  pid: number;
  /** False for a missing process, a zombie, and another program, as after SIGKILL, a reboot or a copy. */
  isAlive: boolean;
}

/** @returns undefined without `postmaster.pid` */
export function postmasterOf(dataDir: string): Postmaster | undefined {
  let pid: number;
  try {
    pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, isAlive: processIdentity(pid) !== undefined && isPostmasterOf(pid, dataDir) };
}

/** The working directory of a postmaster is its cluster. */
function isPostmasterOf(pid: number, dataDir: string): boolean {
  const folder = realpathSync(dataDir);
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch (error) {
    // Root in a container may not read it for another user.
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
  }
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    // The next argument is an option as well.
    return command.includes(` -D ${dataDir} -`);
  } catch {
    return false;
  }
}

/** Includes the last checkpoint. */
const STOP_TIMEOUT_MS = 60_000;

/** Stops a server without a supervisor. SIGINT closes its connections; SIGTERM would wait for them. */
export async function stopOrphan(dataDir: string): Promise<void> {
  const end = Date.now() + STOP_TIMEOUT_MS;
  for (let isInterrupted = false; ; isInterrupted = true) {
    const postmaster = postmasterOf(dataDir);
    if (!postmaster?.isAlive) return;
    const { pid } = postmaster;
    if (Date.now() > end) throw new StartError(`The PostgreSQL server ${pid} in ${dataDir} does not stop.`);
    if (!isInterrupted) interrupt(pid);
    await wait(50);
  }
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return;
    throw new StartError(`The PostgreSQL server ${pid} was started by another user: stop it as that user.`);
  }
}
