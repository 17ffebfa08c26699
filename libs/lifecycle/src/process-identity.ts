import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { plainEnv } from './env.ts';

/**
 * What tells a process from a later one that was given the same number: the boot and the moment it was started at.
 *
 * @returns undefined where no such process is alive; one that has ended and was never waited for (a zombie) counts as
 *   gone, although a signal 0 would still reach it
 */
export function processIdentity(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? linuxIdentity(pid) : otherIdentity(pid);
  } catch {
    return undefined;
  }
}

function linuxIdentity(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets and may itself hold spaces and brackets: see proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', startTime = ''] = [fields[0], fields[19]];
  if ('ZX'.includes(state)) return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${startTime}`;
}

/** In the language and time zone of nobody in particular: a user who changes theirs, or another one, has to be told the same. */
function otherIdentity(pid: number): string | undefined {
  // The ps of BSD and macOS takes all that follows a `=` for the column's heading: each column has its own -o.
  const args = ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)];
  const [state = '', ...started] = execFileSync('ps', args, { encoding: 'utf8', env: plainEnv() }).trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}
