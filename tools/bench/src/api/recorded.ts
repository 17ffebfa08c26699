import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { startApi, type ApiOptions } from './api-child.ts';
import type { Call } from './calls.ts';

/** A query as `pg` is asked it. With a name it is prepared, once on each connection. */
export interface AskedQuery {
  text: string;
  values: unknown[];
  name?: string;
}

/** When it was asked and answered, on a clock of its own. */
export interface Recorded extends AskedQuery {
  begun: number;
  ended: number;
}

/** What the api asks the database for a call: in turn, those of one wave at the same time. */
export type Waves = AskedQuery[][];

/** Milliseconds after which what the api does when it has just started is over. */
const SETTLED = 500;

/** Learns from an api process of its own what each call has it ask of the database. */
export async function recordCalls(calls: Call[], api: ApiOptions): Promise<Record<string, Waves>> {
  const tools = join(import.meta.dirname, '../../..');
  const loaders = [join(tools, 'run-typescript.mjs'), join(import.meta.dirname, 'record-queries.ts')];
  const { child, origin, stop } = await startApi({
    ...api,
    execArgv: loaders.flatMap((loader) => ['--import', loader]),
  });
  const taken = async () => {
    child.send('which queries?');
    for (;;) {
      const [message] = (await once(child, 'message')) as [{ type: string; queries: Recorded[] }];
      if (message.type === 'queries') return message.queries;
    }
  };
  try {
    await wait(SETTLED);
    const waves: Record<string, Waves> = {};
    for (const { path } of calls) {
      // The second time, which is how it is asked from then on.
      await answered(origin + path);
      await taken();
      await answered(origin + path);
      waves[path] = toWaves(await taken());
    }
    return waves;
  } finally {
    await stop();
  }
}

async function answered(url: string): Promise<void> {
  const { status } = await fetch(url);
  if (status !== 200) throw new Error(`${url} is answered with ${status}`);
}

/** Together is what was asked before anything of it was answered. */
export function toWaves(queries: Recorded[]): Waves {
  const waves: Recorded[][] = [];
  for (const query of queries) {
    const wave = waves.at(-1);
    if (wave && wave.every(({ ended }) => query.begun < ended)) wave.push(query);
    else waves.push([query]);
  }
  return waves.map((wave) =>
    wave.map(({ text, values, name }) => ({ text: plain(text), values, ...(name && { name }) })),
  );
}

/** TypeORM calls its columns `"item_headline"`: the same query with the names of the columns themselves. */
const plain = (text: string) =>
  text.replace(
    / AS "(?!comment_count)(?:photo|gallery|comment|item|Photo|Setting|BackgroundImage)_(?:_[A-Za-z]+_)?([a-z_]+)"/g,
    ' AS "$1"',
  );
