import { readFileSync, writeFileSync } from 'node:fs';
import type { DemoView } from '@portfolio/contracts';
import type { seedDemo } from '@portfolio/demo';

/** Public account of a demo site. */
export type DemoAccount = NonNullable<DemoView['demo']>;

export interface DemoContentOptions {
  /** Address of the API. */
  origin: string;
  account: DemoAccount;
  /** File with the progress: absent, started or done. */
  stateFile: string;
  /** Replaces @portfolio/demo in tests. */
  seed?: typeof seedDemo;
}

type State = 'started' | 'done';

/** The demo account, or null: DEMO creates none in a site that has an account. */
export async function findDemoAccount(origin: string): Promise<DemoAccount | null> {
  const response = await fetch(`${origin}/api/public/demo`);
  if (!response.ok) throw new Error(`The response to /api/public/demo has status ${response.status}`);
  return ((await response.json()) as DemoView).demo;
}

/** Whether the site is empty, or an earlier start was interrupted while it uploaded the demo content. */
export async function needsDemoContent({ origin, account, stateFile }: DemoContentOptions): Promise<boolean> {
  const state = readState(stateFile);
  if (state !== undefined) return state === 'started';
  // Loaded late: most starts return above.
  const { Api, signIn } = await import('@portfolio/api-client');
  const { token } = await signIn(new Api({ origin }), account);
  // Visitors don't see hidden or processing photos.
  const administrator = new Api({ origin, token: () => token });
  const total = async (list: string) => (await administrator.get<{ total: number }>(`/${list}?limit=1`)).total;
  const [photos, galleries] = await Promise.all([total('photos'), total('galleries')]);
  return photos + galleries === 0;
}

/** Uploads the demo content, once: deleted content does not return at the next start. */
export async function uploadDemoContent(
  { origin, stateFile, seed }: DemoContentOptions,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  // Loaded late: most starts don't need it.
  seed ??= (await import('@portfolio/demo')).seedDemo;
  writeState(stateFile, 'started');
  await seed({ origin, onProgress });
  writeState(stateFile, 'done');
}

function readState(file: string): State | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { state?: State }).state;
  } catch {
    return undefined;
  }
}

const writeState = (file: string, state: State) => writeFileSync(file, JSON.stringify({ state }));
