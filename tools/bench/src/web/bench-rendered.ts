import { processorTimes, takenSince } from '../processes.ts';
import { load } from './load.ts';
import type { Page } from './pages.ts';
import type { Site } from '../site.ts';

/** What a page costs that is rendered for who asks. */
export interface Rendered {
  kind: 'rendered';
  name: string;
  rate: number;
  p99: number;
  /** Milliseconds of processor time for each page, by process; undefined where the system does not tell. */
  processor: Record<string, number> | undefined;
}

/** @param site one that keeps no pages */
export async function benchRendered(site: Site, pages: Page[], seconds: number): Promise<Rendered[]> {
  const processes = await site.processes();
  const rows: Rendered[] = [];
  for (const { name, path } of pages) {
    const contender = { name: 'site', origin: site.origin, pids: [] };
    await load(contender, [path], seconds);
    const before = processes.map(({ pid }) => processorTimes([pid]));
    const begun = performance.now();
    const { rate, p99 } = await load(contender, [path], seconds);
    const count = (rate * (performance.now() - begun)) / 1000;
    const taken: Record<string, number> = {};
    for (const [index, { part }] of processes.entries()) {
      const known = before[index];
      if (known?.size) taken[part] = (taken[part] ?? 0) + takenSince(known) / count;
    }
    rows.push({ kind: 'rendered', name, rate, p99, processor: Object.keys(taken).length > 0 ? taken : undefined });
  }
  return rows;
}
