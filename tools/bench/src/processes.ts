import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** A process of what is measured. */
export interface Process {
  part: string;
  pid: number;
}

/** Clock ticks a second, in which Linux counts processor time for everybody (`getconf CLK_TCK`). */
const TICK_MS = 10;

/** Milliseconds of processor time that a process has taken so far; undefined where the system does not tell. */
export function processorTime(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; what follows are fields 3 and on of proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}

interface Line {
  pid: number;
  parent: number;
  kilobytes: number;
  command: string;
}

async function list(): Promise<Line[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { maxBuffer: 1e8 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, kilobytes, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), kilobytes: Number(kilobytes), command }] : [];
  });
}

/** A process and all that it has started, by their commands. */
export async function familyOf(pid: number): Promise<Line[]> {
  const all = await list();
  const family = all.filter((line) => line.pid === pid);
  for (const { pid: parent } of family) family.push(...all.filter((line) => line.parent === parent));
  return family;
}
