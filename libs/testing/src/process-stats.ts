import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

// `processorTime`, `peakMemory` and `memoryOf` read /proc; they return undefined where it is absent or the process has ended.

/** Milliseconds of a clock tick, the unit of processor time in /proc (`getconf CLK_TCK`). */
const TICK_MS = 10;

/**
 * Milliseconds of processor time.
 *
 * @param withChildren whether child processes that have ended count, too
 */
export function processorTime(pid: number, withChildren = false): number | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  // The name in brackets may contain anything; fields 14 to 17 of proc(5) follow.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, withChildren ? 15 : 13).reduce((total, ticks) => total + Number(ticks), 0) * TICK_MS;
}

/** Peak memory in MB. */
export function peakMemory(pid: number): number | undefined {
  const kilobytes = field(pid, 'status', 'VmHWM');
  return kilobytes === undefined ? undefined : Math.round(kilobytes / 1024);
}

/** Memory in MB. */
export interface Memory {
  /** RSS, which counts shared pages in each process. */
  resident: number;
  /** PSS, which divides shared pages among the processes; NaN where it is unknown. */
  proportional: number;
}

export function memoryOf(pid: number): Memory | undefined {
  const resident = field(pid, 'smaps_rollup', 'Rss') ?? field(pid, 'status', 'VmRSS');
  if (resident === undefined) return undefined;
  return { resident: resident / 1024, proportional: (field(pid, 'smaps_rollup', 'Pss') ?? NaN) / 1024 };
}

/** Memory in MB of a process and its descendants: PSS, or RSS where PSS is unknown. @throws when the process has ended */
export function treeMemory(pid: number): number {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = field(Number(name), 'status', 'PPid');
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const own = (one: number) => {
    const memory = memoryOf(one);
    return memory && (Number.isNaN(memory.proportional) ? memory.resident : memory.proportional);
  };
  if (own(pid) === undefined) throw new Error(`There is no process ${pid}`);
  const total = (one: number): number =>
    (children.get(one) ?? []).reduce((memory, child) => memory + total(child), own(one) ?? 0);
  return total(pid);
}

export interface ProcessInfo {
  pid: number;
  parent: number;
  kilobytes: number;
  /** Command line, with the arguments. */
  command: string;
}

/** A process and its descendants, by `ps`. */
export async function processTree(pid: number): Promise<ProcessInfo[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { maxBuffer: 1e8 });
  const all = [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, pid, parent, kilobytes, command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      kilobytes: Number(kilobytes),
      command: command!,
    }),
  );
  const tree = all.filter((one) => one.pid === pid);
  for (const { pid: parent } of tree) tree.push(...all.filter((one) => one.parent === parent));
  return tree;
}

function field(pid: number, file: string, name: string): number | undefined {
  const value = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readProc(pid, file) ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
