import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** A process that runs. */
export interface Process {
  pid: number;
  /** With its arguments. */
  command: string;
}

/**
 * Every process whose environment or command line holds `mark`, whoever its parent is by now: a site that was started
 * with the mark in its environment cannot leave one behind unseen.
 */
export function processesMarked(mark: string): Process[] {
  return process.platform === 'linux' ? fromProc(mark) : fromPs(mark);
}

function fromProc(mark: string): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = readIfThere(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim();
      // One that has ended and waits for its parent to notice has no command line.
      if (command === '') return [];
      const isMarked = command.includes(mark) || readIfThere(`/proc/${name}/environ`).includes(mark);
      return isMarked ? [{ pid: Number(name), command }] : [];
    });
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended since, or is somebody else's.
    return '';
  }
}

/** Elsewhere `-E` shows the environment behind the command. */
function fromPs(mark: string): Process[] {
  return execFileSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .map((line) => /^\s*(\d+) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, command = '']) => ({ pid: Number(pid), command }))
    .filter(({ pid, command }) => pid !== process.pid && command.includes(mark));
}

/** Seconds of processor time that a process has used; undefined where the system does not tell. */
export function processorSeconds({ pid }: Process): number | undefined {
  // After the name in brackets, which may hold anything: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isNaN(ticks) ? undefined : ticks / 100;
}
