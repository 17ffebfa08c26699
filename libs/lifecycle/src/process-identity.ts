import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { plainEnv } from './env.ts';

/**
 * Identifies a process by boot and start time, since numbers are reused.
 *
 * @returns undefined unless the process is alive; a zombie counts as gone, although signal 0 still reaches it
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
  // The second field is the program's name in brackets, which may hold spaces and brackets: see proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', startTime = ''] = [fields[0], fields[19]];
  if ('ZX'.includes(state)) return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${startTime}`;
}

/** Uses a fixed language and time zone, so that every user reads the same start time. */
function otherIdentity(pid: number): string | undefined {
  // On BSD and macOS a column's heading is all that follows `=`: each column needs its own -o.
  const columns = ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)];
  const output = execFileSync('ps', columns, { encoding: 'utf8', env: plainEnv() });
  const [state = '', ...started] = output.trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}
