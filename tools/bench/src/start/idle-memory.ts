import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf, partOf, type Line } from '../processes.ts';

/** Seconds for which nobody asks for anything. */
export const IDLE = 10;

/** Megabytes of the processes of one part. */
export interface IdleMemory {
  part: string;
  processes: number;
  /** With what processes share divided among them; NaN where the system does not tell. */
  proportional: number;
  resident: number;
}

/** What each part holds in memory after it has been left alone for a while, the largest first. */
export async function idleMemory(running: { family(): Promise<Line[]> }): Promise<IdleMemory[]> {
  await wait(IDLE * 1000);
  const parts = new Map<string, IdleMemory>();
  for (const { pid, kilobytes, command } of await running.family()) {
    const { proportional, resident } = memoryOf(pid) ?? { proportional: NaN, resident: kilobytes / 1024 };
    const part = partOf(command) ?? 'other';
    const sum = parts.get(part) ?? { part, processes: 0, proportional: 0, resident: 0 };
    sum.processes += 1;
    sum.proportional += proportional;
    sum.resident += resident;
    parts.set(part, sum);
  }
  return [...parts.values()].toSorted((a, b) => b.resident - a.resident);
}
