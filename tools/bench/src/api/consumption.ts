import { readFile } from 'node:fs/promises';

/** What a process has used so far. */
export interface Consumption {
  /** Microseconds of processor time, in user and system mode. */
  processor: number;
  /** Megabytes of memory at their peak. */
  peak: number;
}

/** Linux counts processor time in hundredths of a second: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICK = 10_000;

/** @returns undefined where the system does not tell, which is anywhere but on Linux */
export async function consumptionOf(pid: number | undefined): Promise<Consumption | undefined> {
  try {
    const [stat, status] = await Promise.all(
      ['stat', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
    );
    // Behind the name, which may have blanks and parentheses in it.
    const fields = stat!.slice(stat!.lastIndexOf(')') + 2).split(' ');
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status!)?.[1]);
    return { processor: (Number(fields[11]) + Number(fields[12])) * TICK, peak: Math.round(kilobytes / 1024) };
  } catch {
    return undefined;
  }
}
