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
export const processorTime = (pid: number): number | undefined => ticksOf(pid, 2);

/** The same of a process and of those that it has started and seen end. */
export const processorTimeWithEnded = (pid: number): number | undefined => ticksOf(pid, 4);

/** @param counts its own time in user and system mode, and that of its ended children: the first so many of these */
function ticksOf(pid: number, counts: 2 | 4): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; what follows are fields 3 and on of proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 11 + counts).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** Processor time of processes so far, of those about which the system tells. */
export const processorTimes = (pids: number[]): Map<number, number> =>
  new Map(
    pids.flatMap((pid) => {
      const taken = processorTime(pid);
      return taken === undefined ? [] : [[pid, taken]];
    }),
  );

/**
 * Milliseconds of processor time that these processes have taken since; NaN where there are none. One that has ended, such as
 * a connection's process of PostgreSQL, tells no more, and counts for nothing.
 */
export function takenSince(before: Map<number, number>): number {
  if (before.size === 0) return NaN;
  return [...before].reduce((sum, [pid, then]) => sum + (processorTime(pid) ?? then) - then, 0);
}

/** Most memory that a process ever had, in megabytes; undefined where the system does not tell. */
export function peakOf(pid: number): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}

/** Megabytes of memory. */
export interface Held {
  /** What it has in memory, of which it may share a part with others. */
  resident: number;
  /** The same with what is shared divided among those who share it, so that sums are true; NaN where the system does not tell. */
  proportional: number;
}

/** What a process holds in memory now; undefined where the system does not tell. */
export function memoryOf(pid: number): Held | undefined {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024;
    return { resident: megabytes('Rss'), proportional: megabytes('Pss') };
  } catch {
    return undefined;
  }
}

export interface Line {
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

/** Parts of a site that only start and keep others. */
export const KEEPERS = ['npm', 'supervisor', 'keeper'];

/** What a process is to the site, by its command; undefined for one that is nothing to it. */
export function partOf(command: string): string | undefined {
  // With the shell by which it runs a script.
  if (/^npm |^\S*node\S* \S*npm-cli\.js |^\S*sh -c /.test(command)) return 'npm';
  if (/^\S*node\S* \S*start\.mjs$/.test(command)) return 'supervisor';
  if (/\/keeper\.js \{/.test(command)) return 'keeper';
  if (/^postgres|\/postgres /.test(command)) return 'postgres';
  if (/\/bare-site\.mjs /.test(command)) return 'bare Node';
  return /([\w-]+)\/dist\/(?:server\/)?(?:main\.js|start\.cjs)/.exec(command)?.[1];
}
