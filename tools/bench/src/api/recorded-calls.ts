import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { ROOT, RUN_SOURCES } from '@portfolio/testing/repository';
import { request, startService } from '../node-process.ts';
import { during } from '../stop-signal.ts';

export interface Call {
  name: string;
  path: string;
}

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

export interface RecordedCall extends Call {
  waves: Waves;
}

/** Time for the queries of the API's start. */
const SETTLE_MS = 500;

/** Options of Node and script of an API whose queries are recorded. It runs the sources: a build has its own `pg` inside. */
const RECORDED_API = [
  ...[...RUN_SOURCES, '--import', join(import.meta.dirname, 'record-queries.ts')],
  join(ROOT, 'api/src/main.ts'),
];

/**
 * Records the queries of each call in a separate API process.
 *
 * @throws when no call queries the database
 */
export async function recordCalls(calls: Call[], settings: Record<string, string>): Promise<RecordedCall[]> {
  return during(await startService('api', settings, RECORDED_API), async (api) => {
    const takeQueries = () => request<RecordedQuery[]>(api, 'send queries');
    await wait(SETTLE_MS);
    const recorded: RecordedCall[] = [];
    for (const call of calls) {
      // The first call fills caches.
      await send(api.origin + call.path);
      await takeQueries();
      await send(api.origin + call.path);
      recorded.push({ ...call, waves: toWaves(await takeQueries()) });
    }
    if (recorded.every(({ waves }) => waves.length === 0)) throw new Error('No query was recorded');
    return recorded;
  });
}

async function send(url: string): Promise<void> {
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
