// Preloaded into the API (`--import`): records the queries of a call, with their overlap. The measured API runs without it.
import pg from 'pg';
import type { DatabaseQuery, RecordedQuery } from './recorded-calls.ts';

type QueryInput = string | (DatabaseQuery & { values?: unknown[] });
type Query = (this: pg.Client, input: QueryInput, ...more: unknown[]) => Promise<unknown> | undefined;

let queries: RecordedQuery[] = [];
let clock = 0;

const prototype = pg.Client.prototype as unknown as { query: Query };
const original = prototype.query;
prototype.query = function (input, ...more) {
  const { text, name } = typeof input === 'string' ? { text: input, name: undefined } : input;
  const values = (typeof input === 'string' ? undefined : input.values) ?? more.find(Array.isArray) ?? [];
  const record: RecordedQuery = {
    text,
    values: values as unknown[],
    ...(name && { name }),
    start: (clock += 1),
    end: Infinity,
  };
  queries.push(record);
  const end = () => void (record.end = clock += 1);
  const last = more.at(-1);
  if (typeof last !== 'function') {
    const result = original.call(this, input, ...more);
    void result?.then(end, end);
    return result;
  }
  const callback = last as (...results: unknown[]) => void;
  return original.call(this, input, ...more.slice(0, -1), (...results: unknown[]) => {
    end();
    callback(...results);
  });
};

process.on('message', (message) => {
  if (message !== 'send queries') return;
  process.send?.(queries);
  queries = [];
});
