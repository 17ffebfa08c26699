import { readFileSync, writeFileSync } from 'node:fs';
import type { DemoView } from '@portfolio/contracts';
import type { seedDemo } from '@portfolio/demo';

/** The account that a demo shows to everybody. */
export type DemoAccount = NonNullable<DemoView['demo']>;

export interface DemoContentOptions {
  /** Where the api answers. */
  origin: string;
  account: DemoAccount;
  /** File that remembers how far the content is: absent, started or done. */
  stateFile: string;
  /** Takes the place of @portfolio/demo. */
  seed?: typeof seedDemo;
}

type State = 'started' | 'done';

/** The demo account, or null where there is none: in a site with an account of the artist's own, DEMO makes none. */
export async function findDemoAccount(origin: string): Promise<DemoAccount | null> {
  const response = await fetch(`${origin}/api/public/demo`);
  if (!response.ok) throw new Error(`/api/public/demo answers ${response.status}`);
  return ((await response.json()) as DemoView).demo;
}

/** Whether demo content belongs in: the site is empty, or an earlier start was interrupted while it brought it in. */
export async function wantsDemoContent({ origin, account, stateFile }: DemoContentOptions): Promise<boolean> {
  const state = readState(stateFile);
  if (state !== undefined) return state === 'started';
  // Few starts come as far as this, and loading it takes a moment.
  const { Api, signIn } = await import('@portfolio/api-client');
  const { token } = await signIn(new Api({ origin }), account);
  // A visitor does not see what is hidden or still being rendered.
  const administrator = new Api({ origin, token: () => token });
  const total = async (list: string) => (await administrator.get<{ total: number }>(`/${list}?limit=1`)).total;
  const [photos, galleries] = await Promise.all([total('photos'), total('galleries')]);
  return photos + galleries === 0;
}

/** Brings the content in. The artist who then deletes it all does not get it back. */
export async function bringDemoContent(
  { origin, stateFile, seed }: DemoContentOptions,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  // Most starts have no need of it.
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
