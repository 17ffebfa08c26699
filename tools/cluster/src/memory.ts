import { readdirSync, readFileSync } from 'node:fs';

/**
 * Megabytes that a process and all that it has started hold: the work of nginx and of PostgreSQL is their children's. What
 * several share counts once, by the share of each (PSS), where the kernel tells it.
 *
 * @throws where there is no such process
 */
export function memoryOf(pid: number): number {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = figure(`/proc/${entry}/status`, 'PPid');
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const own = heldBy(pid);
  if (own === undefined) throw new Error(`There is no process ${pid}`);
  const below = (parent: number): number =>
    (children.get(parent) ?? []).reduce((sum, child) => sum + (heldBy(child) ?? 0) + below(child), 0);
  return (own + below(pid)) / 1024;
}

/** Kilobytes. */
const heldBy = (pid: number) => figure(`/proc/${pid}/smaps_rollup`, 'Pss') ?? figure(`/proc/${pid}/status`, 'VmRSS');

/** Undefined where the process has gone, or is another's to know. */
function figure(file: string, name: string): number | undefined {
  try {
    const text = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
    return text === undefined ? undefined : Number(text);
  } catch {
    return undefined;
  }
}
