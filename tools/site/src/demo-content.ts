import { readFileSync, writeFileSync } from 'node:fs';
import type { seedDemo } from '@portfolio/demo';

export interface DemoContentOptions {
  /** Where the api answers. */
  origin: string;
  /** File that remembers how far the content is: absent, started or done. */
  stateFile: string;
  picturesDir: string;
  /** Takes the place of @portfolio/demo. */
  seed?: typeof seedDemo;
}

type State = 'started' | 'done';

/** Whether demo content belongs in: the site is empty, or an earlier start was interrupted while it brought it in. */
export async function wantsDemoContent({ origin, stateFile }: DemoContentOptions): Promise<boolean> {
  const state = readState(stateFile);
  if (state !== undefined) return state === 'started';
  const [photos, galleries] = await Promise.all([total(origin, 'photos'), total(origin, 'galleries')]);
  return photos + galleries === 0;
}

/** Brings the content in. The artist who then deletes it all does not get it back. */
export async function bringDemoContent(
  { origin, stateFile, picturesDir, seed }: DemoContentOptions,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  // With its painters it is large, and most starts have no need of it.
  seed ??= (await import('@portfolio/demo')).seedDemo;
  writeState(stateFile, 'started');
  await seed({ origin, picturesDir, onProgress });
  writeState(stateFile, 'done');
}

async function total(origin: string, list: string): Promise<number> {
  const response = await fetch(`${origin}/api/${list}?limit=1`);
  if (!response.ok) throw new Error(`/api/${list} answers ${response.status}`);
  return ((await response.json()) as { total: number }).total;
}

function readState(file: string): State | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { state?: State }).state;
  } catch {
    return undefined;
  }
}

const writeState = (file: string, state: State) => writeFileSync(file, JSON.stringify({ state }));
