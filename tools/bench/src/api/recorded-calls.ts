import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { startService } from '../service-process.ts';
import { ROOT } from '../site.ts';
import type { Call } from './bench-api.ts';

/** Query of `pg`; one with a name is a prepared statement. */
export interface DatabaseQuery {
  text: string;
  values: unknown[];
  name?: string;
}

/** Query with start and end on a logical clock. */
export interface RecordedQuery extends DatabaseQuery {
  start: number;
  end: number;
}

/** Queries of a call in sequence; those of one wave run in parallel. */
export type Waves = DatabaseQuery[][];

/** Time for the queries of the API's start. */
const SETTLE_MS = 500;

/** Options of Node and script of an API whose queries are recorded. It runs the sources: a build has its own `pg` inside. */
const RECORDED_API = [
  '--conditions=@portfolio/source',
  ...['tools/run-typescript.mjs', 'tools/bench/src/api/record-queries.ts'].flatMap((path) => [
    '--import',
    join(ROOT, path),
  ]),
  join(ROOT, 'api/src/main.ts'),
];

/**
 * Records the queries of each call in a separate API process.
 *
 * @throws when no call queries the database
 */
export async function recordCalls(calls: Call[], settings: Record<string, string>): Promise<Record<string, Waves>> {
  const { child, origin, stop } = await startService('api', settings, RECORDED_API);
  const takeQueries = async () => {
    child.send('send queries');
    for (;;) {
      const [message] = (await once(child, 'message')) as [{ type: string; queries: RecordedQuery[] }];
      if (message.type === 'queries') return message.queries;
    }
  };
  try {
    await wait(SETTLE_MS);
    const waves: Record<string, Waves> = {};
    for (const { path } of calls) {
      // The first call fills caches.
      await call(origin + path);
      await takeQueries();
      await call(origin + path);
      waves[path] = toWaves(await takeQueries());
    }
    if (Object.values(waves).flat().length === 0) throw new Error('No query was recorded');
    return waves;
  } finally {
    await stop();
  }
}

async function call(url: string): Promise<void> {
  const { status } = await fetch(url);
  if (status !== 200) throw new Error(`The response of ${url} has status ${status}`);
}

/** Groups queries that started before the end of the others. */
function toWaves(queries: RecordedQuery[]): Waves {
  const waves: RecordedQuery[][] = [];
  for (const query of queries) {
    const wave = waves.at(-1);
    if (wave && wave.every(({ end }) => query.start < end)) wave.push(query);
    else waves.push([query]);
  }
  return waves.map((wave) => wave.map(({ text, values, name }) => ({ text, values, ...(name && { name }) })));
}
