import { processorTimeWithEnded, type Line } from '../processes.ts';
import { Site } from '../site.ts';
import { BareSite } from './bare-site.ts';
import { stagesOf, type Stage } from './stages.ts';

/** One start, in milliseconds. */
export interface Start {
  /** Until it said that it can be used. */
  ready: number;
  /** From then until it had answered the first request for its first page. */
  page: number;
  /** Processor time of all its processes until then, also of those that had ended; NaN where the system does not tell. */
  processor: number;
}

export interface Round {
  site: Start & { stages: Stage[] };
  bare: Start;
}

export interface Places {
  /** Of the site, which was started there before. */
  dataDir: string;
  /** Of the bare one. */
  folder: string;
}

/** Stages of a start that has something new. */
const FIRST_START = ['Dependencies', 'Build', 'Demo content'];

/** Starts and stops the site, and then the least that could be one. */
export async function startBoth({ dataDir, folder }: Places): Promise<Round> {
  const site = await Site.startWith({ dataDir, byNpm: true });
  const ours = await during(site, async () => ({ ...(await measured(site)), stages: stagesOf(site.heard) }));
  const once = ours.stages.find(({ title }) => FIRST_START.includes(title));
  if (once) throw new Error(`Something was changed meanwhile: ${once.title} belongs to a first start alone`);
  const bare = await BareSite.start(dataDir, folder);
  return { site: ours, bare: await during(bare, () => measured(bare)) };
}

/** Does something with what runs, and stops it. */
export async function during<R extends { stop(): Promise<void> }, T>(
  running: R,
  action: (running: R) => Promise<T>,
): Promise<T> {
  try {
    return await action(running);
  } finally {
    await running.stop();
  }
}

async function measured(started: { origin: string; tookToReady: number; family(): Promise<Line[]> }): Promise<Start> {
  const asked = performance.now();
  const answer = await fetch(started.origin, { headers: { connection: 'close' } });
  if (!answer.ok) throw new Error(`The first page is answered with ${answer.status}`);
  await answer.arrayBuffer();
  const page = performance.now() - asked;
  const times = (await started.family()).map(({ pid }) => processorTimeWithEnded(pid) ?? NaN);
  return { ready: started.tookToReady, page, processor: times.reduce((sum, time) => sum + time, 0) };
}
